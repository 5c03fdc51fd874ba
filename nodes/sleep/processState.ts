import { Reach } from '../call/Reach';
import type { Caller } from '../call/caller';
import { Waker, type Sleeper, type WakeEnd } from '../call/Waker';
import { sleep } from '../concurrency/sleep';
import { Sleepers } from '../restart/Sleepers';
import { Watcher } from '../watch/Watcher';
import { KnownExecutions } from './KnownExecutions';

/*
 * All that this process keeps of sleeping executions. It may be lost at any time: what must not be
 * lost is stored with each execution.
 */

/** Stands for this process. */
export const processMark = `${Math.random()}`;

export const known = new KnownExecutions();

export const reach = new Reach();

const waker = new Waker(sleep);

/** Calls an execution until it is awake, or over, or there is no use in going on. */
export async function wake(sleeper: Sleeper, callN8n: Caller): Promise<WakeEnd> {
  const { executionId } = sleeper;
  const end = await waker.wake(sleeper, callN8n);
  if (end === 'over') {
    sleepers.leave(executionId);
    watcher.release(executionId);
  }
  if (end === 'undelivered') reach.noteUnreachable(Date.now());
  return end;
}

/** The execution is awake in this process, from that sleep: for now or for good. */
export function noteAwake(executionId: string, sleepId: string): void {
  known.endSleep(executionId, sleepId);
  waker.noteAwake(executionId);
  sleepers.leave(executionId);
}

export const sleepers = new Sleepers({ nowMs: () => performance.now(), sleep, wake });

export const watcher = new Watcher({ nowMs: () => Date.now(), sleep, wake });
