import type { IExecuteFunctions } from 'n8n-workflow';
import { callExecution } from '../call/callExecution';
import { canReach } from '../call/canReach';
import { noteSleep } from '../call/knownSleeps';
import { lendCaller, type Caller } from '../call/requester';
import { sleep as pause } from '../concurrency/sleep';
import { readOwnAddresses, type OwnAddresses } from '../n8n/ownAddresses';
import { whenStored } from '../n8n/whenStored';
import { processMark } from '../restart/starting';
import { soonestSetMs } from '../restart/timer';
import { findStackPlace, putToSleep } from './putToSleep';
import { readSleepRecord, storeSleepRecord } from './sleepRecord';
import { whyAwake } from './whyAwake';
import { mayBeReadAwake } from './wokenTwice';

/** Should the call be lost, n8n wakes the execution itself; it sets no timer before the call has come. */
const timerMs = soonestSetMs + 5_000;

/** n8n may not have let go of the execution yet when it has stored it. */
const pausesMs = [0, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Whether the running execution can be stored and go on: it can sleep, and be called. */
export async function mayStore(context: IExecuteFunctions): Promise<boolean> {
  if (whyAwake(context) !== undefined || findStackPlace(context) === undefined) return false;
  if (mayBeReadAwake(readSleepRecord(context).timersMs, Date.now())) return false;
  return await canReach(lendCaller(context), readOwnAddresses(context), Date.now());
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
  const untilMs = nowMs + timerMs;
  const id = `${Math.random()}`;
  storeSleepRecord(context, {
    executionId,
    sleep: { id, sinceMs: nowMs, process: processMark, addresses, isDue: true },
    timersMs: [...timersMs, untilMs],
  });
  noteSleep(executionId, id);
  if (!(await putToSleep(context, place, untilMs))) {
    storeSleepRecord(context, { executionId, timersMs });
    return false;
  }
  whenStored(context, (isAsleep) => {
    if (isAsleep) void callBack(executionId, addresses, caller);
  });
  return true;
}

/** Calls the execution until n8n has heard it; its timer wakes it otherwise. */
async function callBack(
  executionId: string,
  { resumeUrl }: OwnAddresses,
  caller: Caller,
): Promise<void> {
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await pause(pauseMs);
    if ((await callExecution(caller, { executionId, resumeUrl })) === 'heard') return;
  }
}
