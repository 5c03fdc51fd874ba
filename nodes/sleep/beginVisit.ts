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
 * How a visit of a node begins: the first rule whose fact is true counts, and `beginVisit` does what
 * it says. docs/internals/sleep.md tells how n8n comes to queue an execution twice.
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

/** What the first rule says that holds. */
export const decide = (facts: WakeFacts): Rule['step'] =>
  wakeTable.find(({ fact }) => fact === 'isAlone' || facts[fact])!.step;

const startPauseMs = 250;
// So long n8n takes at the most, on a busy machine, to wake one of those that are called.
const callMs = 700;
// A call would meet another copy that stands in n8n's queue right behind this one.
const copiesPassMs = 1_000;

/** A visit of a node whose execution comes from a sleep. */
interface Woken {
  sleep: StoredSleep;
  /** When n8n's timers go off, of this sleep and of earlier ones, in ms since the epoch. */
  timersMs: readonly number[];
  nowMs: number;
}

/**
 * What a visit of a node begins with, before it does anything: where the execution comes from a
 * sleep, it may not go on yet, or not in this copy.
 *
 * @returns "end" where the node is to give out nothing
 * @throws when n8n has gone on without a sleep: what the node gave out to be shown is no result
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
  // From here on nothing is awaited until the step is taken: another copy may come meanwhile.
  const run = runDataOf(context);
  // Agents may call a tool several times within one execution.
  const isOne = Boolean(executionId) && !isToolCall(context) && !isOfEngineTwo(executionId);
  const step = decide({
    hasCopyAtWork: isOne && copies.hasOtherRun(executionId, run),
    isStart: !isUp || missing !== undefined,
    // In queue mode, n8n marks executions as running before it queues them: there is one copy.
    mayBeQueuedAgain: instanceTypeOf(context) !== 'worker' && mayBeQueuedAgain(woken),
  });
  // The other copy does all that is left to do.
  if (step === 'stepAside') {
    endRun(context);
    return 'end';
  }
  if (woken !== undefined) {
    noteAwake(executionId, woken.sleep.id);
    if (step !== 'look' && (await sleepAgain(context, woken, step, missing))) return 'end';
    // Where it is not the only copy and cannot go back to sleep, it stays awake, and n8n starts no
    // other: a timer that has gone off and stays in the list sees to that.
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

/** The executions that this one is to bring home, since the process in which they slept is gone. */
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
    // The account has another key by now: each comes home by its own timer.
    return undefined;
  }
}

/** Whether n8n may have queued the execution more than once. */
function mayBeQueuedAgain(woken: Woken | undefined): boolean {
  if (woken === undefined) return false;
  const { sleep, timersMs, nowMs } = woken;
  return (
    copies.isQueuedAgain(sleep.id, sleep.isCalled) ||
    mayBeQueuedByTimers(timersMs, sleep.isCalled, nowMs)
  );
}

const leftOf = ({ sleep, timersMs, nowMs }: Woken): number[] =>
  timersLeft(timersMs, sleep.isCalled, nowMs);

/** @returns whether it goes back to sleep, and is called when the reason for that is gone */
async function sleepAgain(
  context: IExecuteFunctions,
  woken: Woken,
  step: 'sleepThroughStart' | 'sleepAndBeCalled',
  missing: Awaited<ReturnType<typeof readMissing>>,
): Promise<boolean> {
  const { sleep, nowMs } = woken;
  // The list is stored once more: n8n may be killed again before all are awake.
  const list = missing ? { ...sleep.list!, process: processMark } : sleep.list;
  // The same ID for each copy, so that one call wakes one of them.
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
