import { setNewest } from '../memory/setNewest';
import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';
import { runDataOf } from '../n8n/howItRuns';

/** What this process knows of the sleeps of an execution. */
interface KnownSleeps {
  /** The sleep that it fell into last. */
  newest?: string;
  /** The sleep that a call was to end last, when, and how many calls were. */
  rung?: { sleep: string; atMs: number; calls: number };
  /** The tasks that calls have named which woke nothing, or "". */
  named: Set<string>;
  /** The last sleeps that are over. */
  over: string[];
}

const executions = new Map<string, KnownSleeps>();

const most = { executions: 10_000, named: 1_000, over: 5 };

/** A call that has woken nothing in this time may have been lost, and another is let through. */
export const callLostMs = 25_000;

function sleepsOf(executionId: string): KnownSleeps {
  const known = executions.get(executionId) ?? { named: new Set<string>(), over: [] };
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
 * @param taskId - the task that the call named, or ""
 * @returns whether it is to wake the execution
 */
export function isFirstRing(
  executionId: string,
  sleep: string,
  taskId: string,
  nowMs: number,
): boolean {
  const known = sleepsOf(executionId);
  const { rung, named, over } = known;
  const isLost = rung?.sleep === sleep && nowMs - rung.atMs > callLostMs;
  if (!over.includes(sleep) && (rung?.sleep !== sleep || isLost)) {
    known.rung = { sleep, atMs: nowMs, calls: isLost ? rung.calls + 1 : 1 };
    if (!isLost) named.clear();
    return true;
  }
  if (named.size < most.named) named.add(taskId);
  return false;
}

/** Whether a call is waking the execution just now, as far as this process knows. */
export function isBeingCalled(executionId: string, nowMs: number): boolean {
  const { newest, rung, over = [] } = executions.get(executionId) ?? {};
  if (rung === undefined || rung.sleep !== newest || over.includes(newest)) return false;
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

/** The tasks that were named by calls that woke nothing, because another had; each is told once. */
export function takeCalls(executionId: string): string[] {
  const named = executions.get(executionId)?.named;
  const taken = [...(named ?? [])];
  named?.clear();
  return taken;
}

/** The runs of this process that went on from a sleep, by execution and sleep. */
const runs = new Map<string, WeakRef<Partial<IRunExecutionData>>>();

const mostKept = 10_000;

const keyOf = (context: IExecuteFunctions, sleep: string) => `${context.getExecutionId()} ${sleep}`;

/** Notes that this run goes on from a sleep of its execution. */
export function noteGoingOn(context: IExecuteFunctions, sleep: string): void {
  const runData = runDataOf(context);
  if (runData === undefined) return;
  setNewest(runs, keyOf(context, sleep), new WeakRef(runData), mostKept);
}

/**
 * Whether another run of the same execution, in this process, has gone on from this sleep and has
 * not gone to sleep since.
 */
export function isGoneOnElsewhere(context: IExecuteFunctions, sleep: string): boolean {
  const other = runs.get(keyOf(context, sleep))?.deref();
  return other !== undefined && other !== runDataOf(context) && other.waitTill == null;
}
