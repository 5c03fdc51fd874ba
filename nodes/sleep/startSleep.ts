import type { IExecuteFunctions } from 'n8n-workflow';
import type { OwnAddresses } from '../n8n/ownAddresses';
import { whenStored } from '../n8n/whenStored';
import { processMark } from '../restart/startup';
import { putToSleep, type StackPlace } from './putToSleep';
import { storeSleepRecord, type StoredSleep } from './sleepRecord';

/** A sleep that begins now, in this process. */
export const newSleep = (nowMs: number, addresses: OwnAddresses): StoredSleep => ({
  id: `${Math.random()}`,
  sinceMs: nowMs,
  process: processMark,
  addresses,
});

/** The timers of n8n, in ms since the epoch. */
export interface Timers {
  /** Those of earlier sleeps that may still go off. */
  earlierMs: readonly number[];
  /** When n8n wakes the execution from this sleep by itself. */
  untilMs: number;
}

/**
 * Puts the execution to sleep, and notes the sleep with it.
 *
 * @param onStored - called when n8n has stored what becomes of it: it may have been stopped meanwhile
 * @returns whether it sleeps; where n8n refuses, everything is as it was
 */
export async function startSleep(
  context: IExecuteFunctions,
  place: StackPlace,
  sleep: StoredSleep,
  { earlierMs, untilMs }: Timers,
  onStored: (isAsleep: boolean) => void,
): Promise<boolean> {
  const executionId = context.getExecutionId();
  storeSleepRecord(context, { executionId, sleep, timersMs: [...earlierMs, untilMs] });
  if (await putToSleep(context, place, untilMs)) {
    whenStored(context, onStored);
    return true;
  }
  storeSleepRecord(context, { executionId, timersMs: [...earlierMs] });
  return false;
}
