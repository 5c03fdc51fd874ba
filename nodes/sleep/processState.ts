import { Reach } from '../call/Reach';
import { type Caller, Waker, type Sleeper, type WakeEnd } from '../call/Waker';
import { sleep, steadyClock, wallClock } from '../concurrency/sleep';
import { Roster } from '../restart/Roster';
import { Watcher } from '../watch/Watcher';
import { Copies } from './Copies';

/*
 * All that this process keeps of sleeping executions. It may be lost at any time: what must not be is
 * stored with each execution.
 */

export const processMark = `${Math.random()}`;

export const copies = new Copies();

export const reach = new Reach();

export const waker = new Waker(sleep);

/** See {@link Waker.wake}. */
export async function wake(sleeper: Sleeper, callN8n: Caller): Promise<WakeEnd> {
  const { executionId } = sleeper;
  const end = await waker.wake(sleeper, callN8n);
  if (end === 'over') {
    leaveRosters(executionId);
    watcher.release(executionId);
  }
  if (end === 'givenUp') reach.doubt();
  return end;
}

/** The execution has woken from that sleep in this process, and may sleep again. */
export function noteAwake(executionId: string, sleepId: string): void {
  copies.endSleep(sleepId);
  waker.noteAwake(executionId);
  leaveRosters(executionId, true);
}

/** By account. */
const rosters = new Map<string, Roster>();

export function rosterOf(account: string): Roster {
  const roster = rosters.get(account) ?? new Roster({ ...steadyClock, wake });
  rosters.set(account, roster);
  return roster;
}

/** See {@link Roster.leave}. */
export function leaveRosters(executionId: string, mayReturn = false): void {
  for (const [account, roster] of rosters) {
    roster.leave(executionId, mayReturn);
    if (roster.isEmpty) rosters.delete(account);
  }
}

export const watcher = new Watcher({ ...wallClock, wake });
