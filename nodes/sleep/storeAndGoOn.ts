import type { IExecuteFunctions } from 'n8n-workflow';
import { lendCaller } from '../call/caller';
import { readOwnAddresses } from '../n8n/ownAddresses';
import { soonestSetMs } from '../restart/timers';
import { reach, waker } from './here';
import { findStackPlace } from './putToSleep';
import { readSleepRecord } from './sleepRecord';
import { newSleep, startSleep } from './startSleep';
import { whyAwake } from './whyAwake';
import { mayBeReadAwake } from './wokenTwice';

/** Should the call be lost, n8n wakes the execution itself; it sets no timer before the call has come. */
const timerMs = soonestSetMs + 5_000;

/** Whether the running execution can be stored and go on: it can sleep, and be called. */
export async function mayStore(context: IExecuteFunctions): Promise<boolean> {
  if (whyAwake(context) !== undefined || findStackPlace(context) === undefined) return false;
  if (mayBeReadAwake(readSleepRecord(context).timersMs, Date.now())) return false;
  const addresses = readOwnAddresses(context);
  return (await reach.findProblem(lendCaller(context), addresses, Date.now())) === undefined;
}

/**
 * Has n8n store the running execution, which goes on at once, in a visit of its own: by the sleep
 * that a wait uses, and a call that ends it. What the node gives out now is only shown.
 *
 * @returns whether it is stored; otherwise it goes on in this visit
 */
export async function storeAndGoOn(context: IExecuteFunctions): Promise<boolean> {
  const place = findStackPlace(context);
  if (place === undefined) return false;
  const { executionId, timersMs } = readSleepRecord(context);
  const addresses = readOwnAddresses(context);
  const caller = lendCaller(context);
  const nowMs = Date.now();
  const sleep = { ...newSleep(nowMs, addresses), isDue: true as const };
  const timers = { earlierMs: timersMs, untilMs: nowMs + timerMs };
  return await startSleep(context, place, sleep, timers, (isAsleep) => {
    if (isAsleep) void waker.wake({ executionId, ...addresses }, caller);
  });
}
