import type { IExecuteFunctions } from 'n8n-workflow';
import { callerOf, type Sleeper } from '../call/Waker';
import { sleep as pause } from '../concurrency/sleep';
import { instanceTypeOf, runDataOf } from '../n8n/execution';
import { isOfEngineTwo, isToolCall } from '../n8n/howItRuns';
import { accountKey } from '../pace/gates';
import { FailureError, failureFor } from '../outcomes/Failure';
import { openList } from '../restart/sealedList';
import { mayBeQueuedByTimers, returnTimerMs, shortestSleepMs, timersLeft } from '../restart/timers';
import { readCredential } from '../service/credential';
import { fallAsleep, sleeperOf } from './fallAsleep';
import { copies, noteAwake, processMark, reach, rosterOf, wake } from './processState';
import { allowRetry, endRun, hasGoneOn } from './putToSleep';
import { readRecord, readWait, storeRecord, type StoredSleep } from './stored';

/**
 * How a node's visit begins: the first rule whose fact is true counts. docs/internals/sleep.md explains
 * how n8n comes to queue an execution twice.
 */
export const wakeTable = [
  {
    fact: 'hasCopyAtWork',
    when: 'another copy of it is at work in this process',
    step: 'stepAside',
    why: 'Older versions of n8n start a second copy beside the first when a timer goes off.',
  },
  {
    fact: 'isStart',
    when: 'n8n is still starting, or it has others to wake after the start',
    step: 'sleepThroughStart',
    why: 'n8n takes for crashed what runs later in its start; and n8n may be killed again.',
  },
  {
    fact: 'mayBeQueuedAgain',
    when: 'n8n may have queued it once more',
    step: 'sleepAndBeCalled',
    why: 'The other copy would do everything again. A new call stands behind it in n8n’s queue.',
  },
  {
    fact: 'isAlone',
    when: 'otherwise',
    step: 'look',
    why: 'It was awake, or this is the only copy.',
  },
] as const;

type Rule = (typeof wakeTable)[number];
export type WakeFacts = Record<Exclude<Rule['fact'], 'isAlone'>, boolean>;

export const decide = (facts: WakeFacts): Rule['step'] =>
  wakeTable.find(({ fact }) => fact === 'isAlone' || facts[fact])!.step;

const startPauseMs = 250;
// What n8n takes at most, on a busy machine, to wake one execution that is called.
const callMs = 700;
// So that the call doesn't meet another copy right behind this one in n8n's queue.
const copiesPassMs = 1_000;

/** A visit of a node whose execution comes from a sleep. */
interface Woken {
  sleep: StoredSleep;
  /** See {@link SleepRecord}. */
  timersMs: readonly number[];
  nowMs: number;
}

/**
 * Begins a node's visit: an execution that comes from a sleep may have to go back to sleep, or step aside
 * for another copy.
 *
 * @returns "end" where the node is to give out nothing
 * @throws when n8n went on instead of sleeping: what the node showed meanwhile has been taken for results
 */
export async function beginVisit(context: IExecuteFunctions): Promise<'work' | 'end'> {
  allowRetry(context);
  const { executionId, sleep, timersMs } = readRecord(context);
  if (sleep !== undefined && hasGoneOn(context)) refuseToGoOn(context, timersMs);
  const isMain = instanceTypeOf(context) === 'main';
  const woken = sleep && { sleep, timersMs, nowMs: Date.now() };
  const isUp =
    woken === undefined ||
    !isMain ||
    (await reach.hasStarted(callerOf(context), sleeperOf(context).resumeUrl));
  const missing = woken && isMain && isUp ? await readMissing(context, woken) : undefined;
  // Nothing is awaited from here to the step: another copy might come meanwhile.
  const run = runDataOf(context);
  // Agents may call a tool several times within one execution.
  const isOne = Boolean(executionId) && !isToolCall(context) && !isOfEngineTwo(executionId);
  const step = decide({
    hasCopyAtWork: isOne && copies.hasOtherRun(executionId, run),
    isStart: !isUp || missing !== undefined,
    // In queue mode there is one copy: n8n marks executions as running before it queues them.
    mayBeQueuedAgain:
      woken !== undefined && instanceTypeOf(context) !== 'worker' && mayBeQueuedAgain(woken),
  });
  if (step === 'stepAside') {
    endRun(context);
    return 'end';
  }
  if (woken !== undefined) {
    noteAwake(executionId, woken.sleep.id);
    if (step !== 'look' && (await sleepAgain(context, woken, step, missing))) return 'end';
    // A copy that can't go back to sleep stays awake, so that n8n starts no other: the timer listed as
    // gone off just now sees to that.
    storeRecord(context, step === 'look' ? leftOf(woken) : [...timersMs, woken.nowMs]);
  }
  copies.noteAtWork(executionId, run);
  return 'work';
}

function refuseToGoOn(context: IExecuteFunctions, timersMs: readonly number[]): void {
  storeRecord(context, timersMs);
  const taskIds = Object.keys(readWait(context, Date.now()).state.tasks);
  throw new FailureError(failureFor('wentOn', {}, { tasks: taskIds.join(', ') }));
}

/** The executions that this one is to wake, because the process in which they fell asleep is gone. */
async function readMissing(
  context: IExecuteFunctions,
  { sleep: { list } }: Woken,
): Promise<{ account: string; listed: readonly Sleeper[] } | undefined> {
  if (list === undefined || list.process === processMark) return undefined;
  try {
    const { baseUrl, apiKey } = await readCredential(context);
    const listed = await openList(list.sealed, apiKey, sleeperOf(context));
    return { account: await accountKey(baseUrl, apiKey), listed };
  } catch {
    // The account has another key by now, so each wakes by its own timer.
    return undefined;
  }
}

const mayBeQueuedAgain = ({ sleep: { id, isCalled }, timersMs, nowMs }: Woken): boolean =>
  copies.isQueuedAgain(id, isCalled) || mayBeQueuedByTimers(timersMs, isCalled, nowMs);

const leftOf = ({ sleep, timersMs, nowMs }: Woken): number[] =>
  timersLeft(timersMs, sleep.isCalled, nowMs);

/** @returns whether it sleeps again; it is called when the reason for that is gone */
async function sleepAgain(
  context: IExecuteFunctions,
  woken: Woken,
  step: 'sleepThroughStart' | 'sleepAndBeCalled',
  missing: Awaited<ReturnType<typeof readMissing>>,
): Promise<boolean> {
  const { sleep, nowMs } = woken;
  // The list is stored again: n8n may be killed again before all are awake.
  const list = missing ? { ...sleep.list!, process: processMark } : sleep.list;
  // Each copy gets the same ID, so that one call wakes one of them.
  const again = { ...sleep, id: `${sleep.id}+`, list };
  const isStarting = step === 'sleepThroughStart';
  const callsMs = callMs * (missing?.listed.length ?? 0);
  const untilMs = isStarting
    ? nowMs + shortestSleepMs + callsMs
    : returnTimerMs(nowMs, sleep.sinceMs);
  const callN8n = callerOf(context);
  return await fallAsleep(context, again, leftOf(woken), untilMs, (sleeper) => {
    const haveOthersHome = async () => {
      while (!(await reach.hasStarted(callN8n, sleeper.resumeUrl))) await pause(startPauseMs);
      if (missing) await rosterOf(missing.account).wakeListed(missing.listed, callN8n);
    };
    const mayWake = isStarting ? haveOthersHome() : pause(copiesPassMs);
    void mayWake.then(() => wake(sleeper, callN8n));
  });
}
