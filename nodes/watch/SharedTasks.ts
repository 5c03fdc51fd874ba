import type { Sleeper } from './Sleeper';

/** A look at a task. */
export interface SharedLook {
  readonly atMs: number;
  /** Made because someone called. */
  readonly isOwed: boolean;
  readonly cancel: AbortController;
}

/** A task that one or more sleeping executions wait for. */
export interface SharedTask {
  readonly taskId: string;
  /** Those whose wait for it goes on. */
  readonly sleepers: Set<Sleeper>;
  /** The look that is under way, or waits for its turn. */
  look?: SharedLook | undefined;
  /** When it was asked for last because someone called. */
  askedForCallAtMs: number;
  /** How often it is still to be looked at because someone called. */
  looksLeft: number;
}

/** The open tasks of all sleeping executions: one that several wait for is asked for once. */
export class SharedTasks {
  private readonly tasks = new Map<string, SharedTask>();

  find(taskId: string): SharedTask | undefined {
    return this.tasks.get(taskId);
  }

  join(taskId: string, sleeper: Sleeper): void {
    const task: SharedTask = this.tasks.get(taskId) ?? {
      taskId,
      sleepers: new Set(),
      askedForCallAtMs: -Infinity,
      looksLeft: 0,
    };
    task.sleepers.add(sleeper);
    this.tasks.set(taskId, task);
  }

  leave(taskId: string, sleeper: Sleeper): void {
    const task = this.tasks.get(taskId);
    task?.sleepers.delete(sleeper);
    if (task !== undefined) this.tidy(task);
  }

  /** Forgets a task that nobody waits for, once its answer is there. */
  tidy(task: SharedTask): void {
    if (task.sleepers.size === 0 && task.look === undefined) this.tasks.delete(task.taskId);
  }
}
