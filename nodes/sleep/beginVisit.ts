import type { IExecuteFunctions } from 'n8n-workflow';
import type { Sleeper } from '../call/Waker';
import { sleep as pause } from '../concurrency/sleep';
import { instanceTypeOf, runDataOf } from '../n8n/execution';
import { isOfEngineTwo } from '../n8n/engineTwo';
import { isToolCall } from '../n8n/toolCall';
import { accountKey } from '../pace/gates';
import { FailureError } from '../outcomes/Failure';
import { failureFor } from '../outcomes/tell';
import { openList } from '../restart/sealedList';
import { mayBeQueuedByTimers, returnTimerMs, shortestSleepMs, timersLeft } from '../restart/timers';
import { readCredential } from '../service/credential';
import { Execution } from './Execution';
import { known, noteAwake, processMark, reach, rosterOf } from './processState';
import { allowRetry, endRun, hasGoneOn } from './putToSleep';
import type { StoredSleep } from './sleepRecord';
import { decide, wakeTable } from './table';

const startPauseMs = 250;
// So long n8n takes at the most, on a busy machine, to wake one of those that are called.
const callMs = 700;
// A call would meet another copy that stands in n8n's queue right behind this one.
const copiesPassMs = 1_000;

/** A visit of a node whose execution comes from a sleep. */
interface Woken {
  execution: Execution;
  sleep: StoredSleep;
  /** "main", or "worker" in queue mode. */
  instanceType: string | undefined;
  /** n8n has been started since it fell asleep. */
  isAfterStart: boolean;
  /** When n8n's timers go off, of this sleep and of earlier ones, in ms since the epoch. */
  timersMs: readonly number[];
  nowMs: number;
}

/** The executions that this one is to bring home, since the process in which they slept is gone. */
interface Missing {
  account: string;
  listed: readonly Sleeper[];
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
  const execution = new Execution(context);
  const woken = readWoken(context, execution);
  if (woken !== undefined && hasGoneOn(context)) refuseToGoOn(woken);
  const isUp = woken === undefined || (await isN8nUp(woken));
  const missing = woken !== undefined && isUp ? await readMissing(context, woken) : undefined;
  // From here on nothing is awaited until the step is taken: another copy may come meanwhile.
  const { id } = execution;
  const run = runDataOf(context);
  // Agents may call a tool several times within one execution.
  const isOne = Boolean(id) && !isToolCall(context) && !isOfEngineTwo(id);
  const step = decide(wakeTable, {
    hasSlept: woken !== undefined,
    hasCopyAtWork: isOne && known.hasOtherRun(id, run),
    isStart: !isUp || missing !== undefined,
    mayBeQueuedAgain: woken !== undefined && mayBeQueuedAgain(woken),
  });
  // The other copy does all that is left to do.
  if (step === 'stepAside') endRun(context);
  if (step === 'stepAside') return false;
  if (step !== 'look' && (await sleepAgain(woken!, step, missing))) return false;
  known.noteAtWork(id, run);
  if (woken !== undefined) {
    noteAwake(id, woken.sleep.id);
    // Where it is not the only copy and cannot go back to sleep, it stays awake, and n8n starts no
    // other: a timer that has gone off and stays in the list sees to that.
    execution.storeAwake(step === 'look' ? timersOf(woken) : [...woken.timersMs, woken.nowMs]);
  }
  return true;
}

function readWoken(context: IExecuteFunctions, execution: Execution): Woken | undefined {
  const { sleep, timersMs } = execution.record;
  if (sleep === undefined) return undefined;
  const instanceType = instanceTypeOf(context);
  // A worker that has not put it to sleep is no sign of a start.
  const isAfterStart = sleep.process !== processMark && instanceType === 'main';
  return { execution, sleep, instanceType, isAfterStart, timersMs, nowMs: Date.now() };
}

function refuseToGoOn({ execution, timersMs }: Woken): void {
  execution.storeAwake(timersMs);
  throw new FailureError(failureFor('wentOn', {}, { tasks: execution.taskIds.join(', ') }));
}

const isN8nUp = async ({ execution, sleep, instanceType }: Woken): Promise<boolean> =>
  instanceType !== 'main' || (await reach.hasStarted(execution.callN8n, sleep.sleeper.resumeUrl));

async function readMissing(
  context: IExecuteFunctions,
  { instanceType, sleep: { list, sleeper } }: Woken,
): Promise<Missing | undefined> {
  if (list === undefined || list.process === processMark || instanceType !== 'main')
    return undefined;
  try {
    const { baseUrl, apiKey } = await readCredential(context);
    const listed = await openList(list.sealed, apiKey, sleeper);
    return { account: await accountKey(baseUrl, apiKey), listed };
  } catch {
    // The account has another key by now: each comes home by its own timer.
    return undefined;
  }
}

/** Whether n8n may have queued the execution more than once. */
function mayBeQueuedAgain({ sleep, instanceType, ...woken }: Woken): boolean {
  // In queue mode, n8n marks executions as running before it queues them: there is one copy of each.
  if (instanceType === 'worker') return false;
  // n8n has set the timer of the last sleep anew; those before went with their process.
  const setMs = woken.isAfterStart ? woken.timersMs.slice(-1) : woken.timersMs;
  return (
    known.isQueuedAgain(sleep.id, sleep.isCalled) ||
    mayBeQueuedByTimers(setMs, sleep.isCalled, woken.nowMs)
  );
}

const timersOf = ({ sleep, timersMs, nowMs }: Woken): number[] =>
  timersLeft(timersMs, sleep.isCalled, nowMs);

/** @returns whether it goes back to sleep, and is called when the reason for that is gone */
async function sleepAgain(
  woken: Woken,
  step: 'sleepThroughStart' | 'sleepAndBeCalled',
  missing: Missing | undefined,
): Promise<boolean> {
  const { execution, sleep, isAfterStart, nowMs } = woken;
  noteAwake(execution.id, sleep.id);
  // The same ID for each copy, so that one call wakes one of them.
  const again = {
    ...sleep,
    id: `${sleep.id}+`,
    process: processMark,
    isCalled: false,
  };
  // The list is stored once more: n8n may be killed again before all are awake.
  if (missing) again.list = { ...sleep.list!, process: processMark };
  const isStarting = step === 'sleepThroughStart';
  const callsMs = callMs * (missing?.listed.length ?? 0);
  const untilMs = isStarting
    ? nowMs + shortestSleepMs + callsMs
    : returnTimerMs(nowMs, sleep.sinceMs);
  // The timers of a process that is gone went with it.
  const timers = { earlierMs: isAfterStart ? [] : timersOf(woken), untilMs };
  const { callN8n } = execution;
  return await execution.sleepAndBeCalled(again, timers, async () => {
    if (!isStarting) return await pause(copiesPassMs);
    while (!(await isN8nUp(woken))) await pause(startPauseMs);
    if (missing) await rosterOf(missing.account).wakeListed(missing.listed, callN8n);
  });
}
