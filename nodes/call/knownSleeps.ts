import { setNewest } from '../memory/setNewest';
import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';
import { runDataOf } from '../n8n/howItRuns';

/** What this process knows of the sleeps of an execution. */
interface KnownSleeps {
  /** The sleep that it fell into last. */
  newest?: string;
  /** The sleep that a call was to end last, when, and how many calls were. */
  rung?: { sleep: string; atMs: number; calls: number };
  /** The last sleeps that are over. */
  over: string[];
}

const executions = new Map<string, KnownSleeps>();

const most = { executions: 10_000, over: 5 };

/** A call that has woken nothing in this time may have been lost, and another is let through. */
export const callLostMs = 25_000;

function sleepsOf(executionId: string): KnownSleeps {
  const known = executions.get(executionId) ?? { over: [] };
  setNewest(executions, executionId, known, most.executions);
  return known;
}

/** Notes the sleep that an execution falls into. */
export function noteSleep(executionId: string, sleep: string): void {
  sleepsOf(executionId).newest = sleep;
}

/**
 * The sleep that the execution is in by what this process knows, where that is another than the one
 * from which a copy of it has woken.
 */
export function findNewerSleep(executionId: string, sleep: string): string | undefined {
  const { newest, over = [] } = executions.get(executionId) ?? {};
  return newest === undefined || newest === sleep || over.includes(newest) ? undefined : newest;
}

/**
 * Notes a call that is to wake an execution. One is enough: n8n would queue each, and start the
 * execution from the same state for each, also where it has woken since n8n read it for the call.
 *
 * @param sleep - names the sleep that the call is to end
 * @returns whether it is to wake the execution
 */
export function isFirstRing(executionId: string, sleep: string, nowMs: number): boolean {
  const known = sleepsOf(executionId);
  const { rung, over } = known;
  const isLost = rung?.sleep === sleep && nowMs - rung.atMs > callLostMs;
  if (over.includes(sleep) || (rung?.sleep === sleep && !isLost)) return false;
  known.rung = { sleep, atMs: nowMs, calls: isLost ? rung.calls + 1 : 1 };
  return true;
}

/** Whether a call is waking the execution just now, as far as this process knows. */
export function isBeingCalled(executionId: string, nowMs: number): boolean {
  const { newest, rung, over = [] } = executions.get(executionId) ?? {};
  // Of one that fell asleep in an earlier process, the newest sleep is the one that was called.
  const isOfNewest = rung !== undefined && rung.sleep === (newest ?? rung.sleep);
  if (!isOfNewest || over.includes(rung.sleep)) return false;
  return nowMs - rung.atMs <= callLostMs;
}

/** Whether a call was let through that is to end this sleep. */
export const isCalled = (executionId: string, sleep: string): boolean =>
  executions.get(executionId)?.rung?.sleep === sleep;

/**
 * Whether n8n has queued an execution that wakes in another way, too, as far as this process knows:
 * another copy of it has woken from the same sleep, or a call is to wake one.
 *
 * @param isRung - this copy is the one that the call wakes
 */
export function isQueuedBeside(executionId: string, sleep: string, isRung: boolean): boolean {
  const { rung, over = [] } = executions.get(executionId) ?? {};
  if (over.includes(sleep)) return true;
  return rung?.sleep === sleep && (!isRung || rung.calls > 1);
}

/** Notes that an execution has woken, so that calls to that sleep wake it no more. */
export function endSleep(executionId: string, sleep: string): void {
  const known = sleepsOf(executionId);
  if (!known.over.includes(sleep)) known.over = [...known.over, sleep].slice(-most.over);
}

/** The newest run of each execution, in this process, that came to a node of this package. */
const runs = new Map<string, WeakRef<Partial<IRunExecutionData>>>();

/** Notes that this run of its execution is at work. */
export function noteAtWork(context: IExecuteFunctions): void {
  const run = runDataOf(context);
  if (run !== undefined)
    setNewest(runs, context.getExecutionId(), new WeakRef(run), most.executions);
}

/** Whether another run of the same execution, in this process, is at work or has come to its end. */
export function isAtWorkElsewhere(context: IExecuteFunctions): boolean {
  const other = runs.get(context.getExecutionId())?.deref();
  return other !== undefined && other !== runDataOf(context) && other.waitTill == null;
}
