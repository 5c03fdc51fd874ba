import { KnownCalls } from '../call/KnownCalls';
import { Reach } from '../call/Reach';
import type { Caller } from '../call/caller';
import { Waker, type Sleeper, type WakeEnd } from '../call/Waker';
import { sleep } from '../concurrency/sleep';
import { Sleepers } from '../restart/Sleepers';
import { Watchers } from '../watch/Watchers';
import { Runs } from './Runs';

/*
 * All that this process keeps of sleeping executions. It may be lost at any time: what must not be
 * lost is stored with each execution.
 */

export const calls = new KnownCalls();

export const reach = new Reach(sleep);

export const runs = new Runs();

export const waker = new Waker(sleep);

async function wake(sleeper: Sleeper, caller: Caller): Promise<WakeEnd> {
  const end = await waker.wake(sleeper, caller);
  if (end === 'over') {
    sleepers.leave(sleeper.executionId);
    watchers.release(sleeper.executionId);
  }
  if (end === 'unheard') reach.noteUnreachable(sleeper.resumeUrl, Date.now());
  return end;
}

export const sleepers = new Sleepers({ nowMs: () => performance.now(), sleep, wake });

export const watchers = new Watchers({ nowMs: () => Date.now(), sleep, wake });
