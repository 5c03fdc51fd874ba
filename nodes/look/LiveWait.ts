import { observeTask } from './observe';
import type { TaskAnswer } from './TaskAnswer';
import type { TaskWait, WaitState } from './WaitState';

/** A wait in memory, which changes with each answer; it is written out only to be stored. */
export class LiveWait {
  private readonly tasks: Map<string, TaskWait>;
  private readonly openIds = new Set<string>();
  private readonly asked = new Set<string>();

  /** @param state - what was stored; it is left as it is */
  constructor(
    { tasks }: WaitState,
    private readonly intervalMs: number,
  ) {
    this.tasks = new Map(Object.entries(tasks));
    for (const [taskId, { outcome }] of this.tasks)
      if (outcome === undefined) this.openIds.add(taskId);
  }

  /** Number of tasks whose wait is not over. */
  get open(): number {
    return this.openIds.size;
  }

  /** When the next look is due; Infinity while answers are awaited for all open tasks. */
  get nextAskAtMs(): number {
    let nextMs = Infinity;
    for (const { nextAskAtMs } of this.unasked()) nextMs = Math.min(nextMs, nextAskAtMs);
    return nextMs;
  }

  /** The tasks that are due, in the order of their times. */
  due(nowMs: number): string[] {
    return [...this.unasked()]
      .filter(({ nextAskAtMs }) => nextAskAtMs <= nowMs)
      .sort((one, other) => one.nextAskAtMs - other.nextAskAtMs)
      .map(({ taskId }) => taskId);
  }

  /** Takes a task to ask for it; it is not due again before `observe`. */
  take(taskId: string): void {
    this.asked.add(taskId);
  }

  /**
   * Takes in an answer: the wait for the task is over, or there is a time for its next look.
   *
   * @returns that time; Infinity when it is over
   */
  observe(taskId: string, answer: TaskAnswer, nowMs: number): number {
    this.asked.delete(taskId);
    const before = this.tasks.get(taskId);
    if (before === undefined || before.outcome !== undefined) return Infinity;
    const after = observeTask(before, answer, nowMs, this.intervalMs);
    this.change(taskId, after);
    return after.outcome === undefined ? after.nextAskAtMs : Infinity;
  }

  /**
   * Has tasks looked at by that time, if that is earlier than planned.
   *
   * @param taskId - one of them; all when it is none of the wait's
   */
  lookBy(atMs: number, taskId: string): void {
    const named = this.tasks.has(taskId) ? [taskId] : [...this.openIds];
    for (const id of named) {
      const taskWait = this.tasks.get(id)!;
      const nextAskAtMs = Math.min(taskWait.nextAskAtMs, atMs);
      if (taskWait.outcome === undefined) this.change(id, { ...taskWait, nextAskAtMs });
    }
  }

  /** The wait as plain JSON. */
  write(): WaitState {
    // Not assigned one by one: an id such as "__proto__" must be a key like any other.
    return { tasks: Object.fromEntries(this.tasks) };
  }

  private *unasked() {
    for (const taskId of this.openIds)
      if (!this.asked.has(taskId))
        yield { taskId, nextAskAtMs: this.tasks.get(taskId)!.nextAskAtMs };
  }

  private change(taskId: string, taskWait: TaskWait): void {
    this.tasks.set(taskId, taskWait);
    if (taskWait.outcome !== undefined) this.openIds.delete(taskId);
  }
}
