import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { lendCaller, type Caller } from '../call/caller';
import { sleep as pause } from '../concurrency/sleep';
import { isOnEngineTwo } from '../n8n/engineTwo';
import { instanceTypeOf, runDataOf } from '../n8n/execution';
import { isToolCall } from '../n8n/toolCall';
import { unpackList } from '../restart/packList';
import { hasStarted, processAgeMs, processMark } from '../restart/startup';
import { returnTimerMs, shortestSleepMs } from '../restart/timers';
import { calls, runs, sleepers, waker } from './here';
import { allowRetry, endRun, findStackPlace, hasGoneOn } from './putToSleep';
import {
  readSleepRecord,
  storeSleepRecord,
  type SleepRecord,
  type StoredSleep,
} from './sleepRecord';
import { newSleep, startSleep } from './startSleep';
import { storedTaskIds } from './storedWait';
import { decide, wakingTable, type Waking } from './table';
import { mayBeQueuedTwice, timersLeft } from './wokenTwice';

// n8n looks for due executions once a minute: in the first, it queues each for its timer once.
const firstMinuteMs = 60_000;
const startPauseMs = 250;
// A call would meet another copy that stands in n8n's queue right behind this one.
const copiesPassMs = 1_000;

/** A visit of a node whose execution comes from a sleep. */
interface Woken {
  context: IExecuteFunctions;
  caller: Caller;
  record: SleepRecord;
  sleep: StoredSleep;
  /** The process in which it fell asleep is another: n8n has been started anew, or it is a worker. */
  isElsewhere: boolean;
  /** n8n has been started since it fell asleep. */
  isAfterStart: boolean;
  nowMs: number;
}

/**
 * What a visit of a node begins with, before it does anything: where the execution comes from a
 * sleep, it may not go on yet, or not in this copy.
 *
 * @returns whether the node goes on to its work; otherwise it gives out nothing
 * @throws when n8n has gone on without a sleep: what the node gave out to be shown is no result
 */
export async function beginVisit(context: IExecuteFunctions): Promise<boolean> {
  allowRetry(context);
  const record = readSleepRecord(context);
  // Agents may call a tool several times within one execution.
  const isRun = Boolean(record.executionId) && !isToolCall(context) && !isOnEngineTwo(context);
  const isAtWork = isRun && runs.hasOther(record.executionId, runDataOf(context));
  if (record.sleep === undefined) {
    if (decide(wakingTable, { ...awake, isAtWork }) === 'stepAside') return stepAside(context);
    runs.note(record.executionId, runDataOf(context));
    return true;
  }
  refuseToGoOn(context, record);
  const woken = readWoken(context, record, record.sleep);
  const waking = await readWaking(woken, isAtWork);
  // Also where this copy goes back to sleep: what it stores then lists nobody.
  if (waking.isUp) bringOthersHome(woken);
  const step = decide(wakingTable, waking);
  if (step === 'stepAside') return stepAside(context);
  if (step === 'sleepUntilUp' && (await sleepUntilUp(woken))) return false;
  if (step === 'sleepAndBeCalled' && (await sleepAndBeCalled(woken))) return false;
  // Where it is not the only copy and cannot go back to sleep, it stays awake: n8n starts no other then.
  goOn(woken, step === 'look');
  return true;
}

/** The other copy does all that is left to do. */
function stepAside(context: IExecuteFunctions): false {
  endRun(context);
  return false;
}

const awake: Waking = {
  hasSlept: false,
  isAtWork: false,
  isUp: true,
  isDoubtful: false,
};

function refuseToGoOn(context: IExecuteFunctions, { executionId, timersMs }: SleepRecord): void {
  if (!hasGoneOn(context)) return;
  storeSleepRecord(context, { executionId, timersMs });
  throw new UserError('n8n went on although this execution was asleep', {
    description: `What this node has handed on are no videos. Nothing new was ordered or charged. Look at the tasks with Get Status: ${storedTaskIds(context).join(', ')}.`,
  });
}

function readWoken(context: IExecuteFunctions, record: SleepRecord, sleep: StoredSleep): Woken {
  const isElsewhere = sleep.process !== processMark;
  return {
    context,
    caller: lendCaller(context),
    record,
    sleep,
    isElsewhere,
    isAfterStart: isElsewhere && instanceTypeOf(context) === 'main',
    nowMs: Date.now(),
  };
}

async function readWaking(woken: Woken, isAtWork: boolean): Promise<Waking> {
  const { caller, sleep, isAfterStart } = woken;
  const isUp = !isAfterStart || (await hasStarted(caller, sleep.addresses.resumeUrl));
  return { hasSlept: true, isAtWork, isUp, isDoubtful: mayBeDoubled(woken) };
}

/** Whether n8n may have queued the execution more than once. */
function mayBeDoubled({ context, record, sleep, isAfterStart, nowMs }: Woken): boolean {
  // In queue mode, n8n marks executions as running before it queues them: there is one copy of each.
  if (instanceTypeOf(context) === 'worker') return false;
  const isCalled = sleep.isCalled === true;
  const isQueuedOnce = !isCalled && processAgeMs() < firstMinuteMs;
  // n8n has set the timer of the last sleep anew; those before went with their process.
  const itsOwn = isQueuedOnce ? [] : record.timersMs.slice(-1);
  return mayBeQueuedTwice({
    timersMs: isAfterStart ? itsOwn : record.timersMs,
    isCalled,
    isQueuedBeside: calls.isQueuedBeside(record.executionId, sleep.id, isCalled),
    nowMs,
  });
}

function bringOthersHome({ caller, sleep, isAfterStart }: Woken): void {
  if (isAfterStart && sleep.others !== undefined)
    void sleepers.bringHome(unpackList(sleep.others, sleep.addresses), caller);
}

/** @returns whether it sleeps until n8n has started, and is called then */
async function sleepUntilUp({ context, caller, record, sleep, nowMs }: Woken): Promise<boolean> {
  const place = findStackPlace(context);
  if (place === undefined) return false;
  const { executionId } = record;
  const { addresses } = sleep;
  const { id } = newSleep(nowMs, addresses);
  const again: StoredSleep = { ...sleep, id };
  delete again.isCalled;
  const callWhenUp = async () => {
    while (!(await hasStarted(caller, addresses.resumeUrl))) await pause(startPauseMs);
    await waker.wake({ executionId, ...addresses }, caller);
  };
  // The timers of the process that is gone went with it.
  const timers = { earlierMs: [], untilMs: nowMs + shortestSleepMs };
  return await startSleep(context, place, again, timers, (isAsleep) => {
    if (isAsleep) void callWhenUp();
  });
}

/** @returns whether it sleeps, and is called: that call stands behind all else in n8n's queue */
async function sleepAndBeCalled(woken: Woken): Promise<boolean> {
  const { context, caller, record, sleep, isElsewhere, nowMs } = woken;
  const place = findStackPlace(context);
  if (place === undefined) return false;
  const { executionId } = record;
  const { addresses, sinceMs } = sleep;
  noteAwake(woken);
  // The same for each copy, so that one call wakes one of them.
  const id = `${sleep.id}+`;
  const again: StoredSleep = { ...newSleep(sinceMs, addresses), id, isDue: true };
  const untilMs = returnTimerMs(nowMs, sinceMs);
  const timers = { earlierMs: isElsewhere ? [] : timersOf(woken), untilMs };
  return await startSleep(context, place, again, timers, (isAsleep) => {
    if (isAsleep)
      void pause(copiesPassMs).then(() => waker.wake({ executionId, ...addresses }, caller));
  });
}

/** The execution is awake in this process, for now or for good. */
function noteAwake({ record: { executionId }, sleep }: Woken): void {
  calls.endSleep(executionId, sleep.id);
  waker.noteAwake(executionId);
  sleepers.leave(executionId);
}

const timersOf = ({ record, sleep, nowMs }: Woken): number[] =>
  timersLeft({ timersMs: record.timersMs, isCalled: sleep.isCalled === true, nowMs });

function goOn(woken: Woken, maySleepAgain: boolean): void {
  const { context, record, nowMs } = woken;
  noteAwake(woken);
  runs.note(record.executionId, runDataOf(context));
  // A timer that has gone off and stays in the list keeps the execution awake from now on.
  const timersMs = maySleepAgain ? timersOf(woken) : [...record.timersMs, nowMs];
  storeSleepRecord(context, { executionId: record.executionId, timersMs });
}
