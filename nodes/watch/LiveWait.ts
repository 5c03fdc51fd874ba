import { observeTask } from '../look/observe';
import type { TaskAnswer } from '../look/readTaskAnswer';
import { openTasks, type TaskWait, type WaitState } from '../look/WaitState';

/** A wait in memory, which changes with each answer; it is written out only to be stored. */
export class LiveWait {
  private readonly tasks: Map<string, TaskWait>;
  private readonly openIds: Set<string>;
  private readonly asked = new Set<string>();

  /** @param state - what was stored; it is left as it is */
  constructor(
    state: WaitState,
    private readonly intervalMs: number,
  ) {
    this.tasks = new Map(Object.entries(state.tasks));
    this.openIds = new Set(openTasks(state));
  }

  /** No task is open any more. */
  get isOver(): boolean {
    return this.openIds.size === 0;
  }

  /** When the next look is due; Infinity while answers are awaited for all open tasks. */
  get nextAskAtMs(): number {
    return this.unasked().reduce((soonest, [, atMs]) => Math.min(soonest, atMs), Infinity);
  }

  /** The tasks that are due, in the order of their times. */
  due(nowMs: number): string[] {
    return this.unasked()
      .filter(([, atMs]) => atMs <= nowMs)
      .sort(([, one], [, other]) => one - other)
      .map(([taskId]) => taskId);
  }

  /** Takes a task to ask for it; it is not due again before `observe`. */
  take(taskId: string): void {
    this.asked.add(taskId);
  }

  /** Takes in an answer: the wait for the task is over, or there is a time for its next look. */
  observe(taskId: string, answer: TaskAnswer, nowMs: number): void {
    const after = observeTask(this.tasks.get(taskId)!, answer, nowMs, this.intervalMs);
    this.asked.delete(taskId);
    this.tasks.set(taskId, after);
    if (after.outcome !== undefined) this.openIds.delete(taskId);
  }

  /**
   * Has tasks looked at by that time, if that is earlier than planned.
   *
   * @param taskId - one of them; all when it is none of the wait's
   */
  lookBy(atMs: number, taskId: string): void {
    const named = this.tasks.has(taskId) ? [taskId] : this.openIds;
    for (const id of named) {
      const taskWait = this.tasks.get(id)!;
      this.tasks.set(id, { ...taskWait, nextAskAtMs: Math.min(taskWait.nextAskAtMs, atMs) });
    }
  }

  /** The wait as plain JSON. */
  write(): WaitState {
    return { tasks: Object.fromEntries(this.tasks) };
  }

  /** The open tasks whose answer is not awaited, and when each is to be looked at. */
  private unasked(): Array<[taskId: string, atMs: number]> {
    return [...this.openIds]
      .filter((taskId) => !this.asked.has(taskId))
      .map((taskId) => [taskId, this.tasks.get(taskId)!.nextAskAtMs]);
  }
}
