import type { Requester } from '../call/caller';
import type { WaitState } from '../look/WaitState';
import { Watcher, type SleepingExecution, type WatcherWorld } from './Watcher';

/** The watchers of a process, one for each account. */
export class Watchers {
  private readonly byAccount = new Map<string, Watcher>();

  constructor(private readonly world: WatcherWorld) {}

  /** Has an execution watched that is about to sleep. */
  watch(account: string, execution: SleepingExecution, requester: Requester): void {
    const watcher = this.byAccount.get(account) ?? new Watcher(this.world);
    this.byAccount.set(account, watcher);
    watcher.watch(execution, requester);
  }

  /** n8n has stored the execution asleep, so that it can be called. */
  noteStored(executionId: string): void {
    this.whoWatches(executionId)?.noteStored(executionId);
  }

  /** What was seen meanwhile of the tasks of an execution that is awake again, or over. */
  release(executionId: string): WaitState | undefined {
    const seen = this.whoWatches(executionId)?.release(executionId);
    for (const [account, { size }] of this.byAccount)
      if (size === 0) this.byAccount.delete(account);
    return seen;
  }

  /**
   * Has the tasks of a sleeping execution looked at because somebody called it.
   *
   * @param taskId - the task that the call named, or ""
   * @returns whether to wake it: nobody in this process watches over it, or its tasks have ended
   */
  lookNow(executionId: string, taskId: string): boolean {
    return this.whoWatches(executionId)?.lookNow(executionId, taskId) ?? true;
  }

  private whoWatches(executionId: string): Watcher | undefined {
    return [...this.byAccount.values()].find((watcher) => watcher.knows(executionId));
  }
}
