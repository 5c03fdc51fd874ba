import { sleep } from '../concurrency/sleep';
import { steadyClock } from '../waiting/clock';
import type { WaitState } from '../waiting/watch';
import type { Sleeper } from './agenda';
import { noteUnreachable } from './reach';
import type { Requester } from './requester';
import { Watchman } from './Watchman';

/** The watchmen of this process, by account. */
const watchmen = new Map<string, Watchman>();

const whoWatches = (executionId: string) =>
  [...watchmen.values()].find((watchman) => watchman.knows(executionId));

/** Has an execution watched that is about to sleep. */
export function watchOver(account: string, sleeper: Sleeper, requester: Requester): void {
  const nowMs = steadyClock(Date.now, () => performance.now());
  const onUnreachable = (resumeUrl: string) => noteUnreachable(resumeUrl, nowMs());
  const watchman =
    watchmen.get(account) ?? new Watchman({ nowMs, sleep, random: Math.random, onUnreachable });
  watchmen.set(account, watchman);
  watchman.watch(sleeper, requester);
}

/** What was seen meanwhile of the tasks of an execution that is awake again. */
export function endWatch(executionId: string): WaitState | undefined {
  const seen = whoWatches(executionId)?.release(executionId);
  for (const [account, { size }] of watchmen) if (size === 0) watchmen.delete(account);
  return seen;
}

/**
 * Has the tasks of a sleeping execution looked at because someone called it.
 *
 * @param taskId - the task that the call named, or ""
 * @returns whether to wake it: nobody in this process watches over it, or its tasks have ended
 */
export function nudge(executionId: string, taskId: string): boolean {
  return whoWatches(executionId)?.nudge(executionId, taskId) ?? true;
}
