import { sleep } from '../concurrency/sleep';
import { moveBack, steadyClock } from '../look/clock';
import type { WaitState } from '../look/WaitState';
import type { SleepingExecution } from './SleepingExecution';
import { roster } from '../restart/roster';
import { noteUnreachable } from '../call/canReach';
import type { Requester } from '../call/requester';
import { Watcher } from './Watcher';

interface Post {
  watcher: Watcher;
  /** Its clock, which runs on at an even pace when n8n's is set. */
  nowMs(): number;
}

/** The watchers of this process, by account. */
const watchers = new Map<string, Post>();

/** By how much n8n's clock has been set since the watcher began, in ms. */
const clockSetByMs = ({ nowMs }: Post): number => {
  const byMs = Date.now() - nowMs();
  return Math.abs(byMs) < smallestSetMs ? 0 : byMs;
};
const smallestSetMs = 1_000;

const whoWatches = (executionId: string) =>
  [...watchers.values()].find(({ watcher }) => watcher.knows(executionId));

roster.onOver = (executionId) => whoWatches(executionId)?.watcher.abandon(executionId);

function newPost(): Post {
  const nowMs = steadyClock(Date.now, () => performance.now());
  const onUnreachable = (resumeUrl: string) => noteUnreachable(resumeUrl, nowMs());
  const onOver = (executionId: string) => roster.arrive(executionId);
  const world = { nowMs, sleep, random: Math.random, onUnreachable, onOver };
  return { watcher: new Watcher(world), nowMs };
}

/** Has an execution watched that is about to sleep. */
export function watchOver(
  account: string,
  execution: SleepingExecution,
  requester: Requester,
): void {
  const post = watchers.get(account) ?? newPost();
  watchers.set(account, post);
  const byMs = clockSetByMs(post);
  const { state, forgetAtMs } = execution;
  const moved = { state: moveBack(state, byMs), forgetAtMs: forgetAtMs - byMs };
  post.watcher.watch({ ...execution, ...moved }, requester);
}

/** What was seen meanwhile of the tasks of an execution that is awake again. */
export function endWatch(executionId: string): WaitState | undefined {
  const post = whoWatches(executionId);
  const seen = post?.watcher.release(executionId);
  for (const [account, { watcher }] of watchers) if (watcher.size === 0) watchers.delete(account);
  return seen && moveBack(seen, -clockSetByMs(post!));
}

/**
 * Has the tasks of a sleeping execution looked at because someone called it.
 *
 * @param taskId - the task that the call named, or ""
 * @returns whether to wake it: nobody in this process watches over it, or its tasks have ended
 */
export async function lookNow(executionId: string, taskId: string): Promise<boolean> {
  return (await whoWatches(executionId)?.watcher.lookNow(executionId, taskId)) ?? true;
}

/** n8n has stored the execution asleep, so that it can be rung. */
export function noteStored(executionId: string): void {
  whoWatches(executionId)?.watcher.noteStored(executionId);
}
