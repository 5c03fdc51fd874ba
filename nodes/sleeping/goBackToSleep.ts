import type { IExecuteFunctions } from 'n8n-workflow';
import type { WaitState } from '../waiting/watch';
import { assignWatcher } from './assignWatcher';
import { putToSleep, type StackPlace } from './putToSleep';
import { readSleepRecord, storeSleepRecord } from './sleepRecord';
import { toSleepingExecution } from './SleepingExecution';
import { storeWait, type StoredWait } from './storedWait';
import { returnTimerMs, shortestSleepMs } from './timer';
import type { Visit, Wait } from './waitAsleep';
import { keepTasks } from './wakeUp';
import { timersLeft } from './wokenTwice';

/**
 * Sends an execution back to sleep that n8n may have queued twice, before it does anything, and has
 * it called: nothing of what was queued before stands behind that call. Where nobody can call it, the
 * timer wakes it once more.
 *
 * @param state - what is known of its tasks
 * @returns undefined when it was sent back before, and nobody can call it, or n8n refuses
 */
export async function goBackToSleep(
  context: IExecuteFunctions,
  place: StackPlace | undefined,
  stored: StoredWait,
  state: WaitState,
  wait: Wait,
  nowMs: number,
): Promise<Visit | undefined> {
  const record = readSleepRecord(context);
  if (place === undefined || record.sleep === undefined) return undefined;
  const watcher = await assignWatcher(context, nowMs, wait.itemIndex);
  if (watcher === undefined && record.returns > 0) return undefined;
  const { id, sinceMs, rungBy } = record.sleep;
  const untilMs =
    watcher === undefined
      ? Math.floor(nowMs) + shortestSleepMs
      : returnTimerMs(nowMs, sinceMs, record.returns);
  storeWait(context, { ...stored, state, sleeps: stored.sleeps + 1, rings: [] });
  storeSleepRecord(context, {
    ...record,
    // All copies of the execution that are queued go back to the same sleep: one call ends it.
    returns: record.returns + 1,
    sleep: { id, sinceMs },
    timersMs: [...timersLeft({ ...record, isRung: rungBy !== undefined, nowMs }), untilMs],
  });
  if (!(await putToSleep(context, place, untilMs))) return undefined;
  const watched = wait.choices.watch ? state : keepTasks(state, () => false);
  const sleeping = toSleepingExecution(context, watched, wait, untilMs);
  watcher?.watchOver({ ...sleeping, isDue: true });
  return { kind: 'asleep', state, untilMs };
}
