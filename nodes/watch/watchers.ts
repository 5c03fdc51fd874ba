import { noteUnreachable } from '../call/canReach';
import type { Requester } from '../call/requester';
import { sleep } from '../concurrency/sleep';
import type { WaitState } from '../look/WaitState';
import { roster } from '../restart/roster';
import type { SleepingExecution } from './SleepingExecution';
import { Watcher } from './Watcher';

/** The watchers of this process, by account. */
const watchers = new Map<string, Watcher>();

const whoWatches = (executionId: string) =>
  [...watchers.values()].find((watcher) => watcher.knows(executionId));

roster.onOver = (executionId) => whoWatches(executionId)?.release(executionId);

const newWatcher = () =>
  new Watcher({
    nowMs: () => Date.now(),
    sleep,
    onUnreachable: (resumeUrl) => noteUnreachable(resumeUrl, Date.now()),
    onOver: (executionId) => roster.arrive(executionId),
  });

/** Has an execution watched that is about to sleep. */
export function watchOver(
  account: string,
  execution: SleepingExecution,
  requester: Requester,
): void {
  const watcher = watchers.get(account) ?? newWatcher();
  watchers.set(account, watcher);
  watcher.watch(execution, requester);
}

/** What was seen meanwhile of the tasks of an execution that is awake again. */
export function endWatch(executionId: string): WaitState | undefined {
  const seen = whoWatches(executionId)?.release(executionId);
  for (const [account, { size }] of watchers) if (size === 0) watchers.delete(account);
  return seen;
}

/**
 * Has the tasks of a sleeping execution looked at because somebody called it.
 *
 * @param taskId - the task that the call named, or ""
 * @returns whether to wake it: nobody in this process watches over it, or its tasks have ended
 */
export const lookNow = (executionId: string, taskId: string): boolean =>
  whoWatches(executionId)?.lookNow(executionId, taskId) ?? true;

/** n8n has stored the execution asleep, so that it can be called. */
export function noteStored(executionId: string): void {
  whoWatches(executionId)?.noteStored(executionId);
}
