import { setNewest } from '../memory/setNewest';

/** What this process knows of the sleeps of an execution. */
interface KnownSleeps {
  /** The sleep that a call was to end last. */
  rung?: string;
  /** The tasks that calls have named which woke nothing, or "". */
  calls: Set<string>;
  /** The last sleeps that are over. */
  over: string[];
}

const executions = new Map<string, KnownSleeps>();
const most = { executions: 10_000, calls: 1_000, over: 5 };

function sleepsOf(executionId: string): KnownSleeps {
  const known = executions.get(executionId) ?? { calls: new Set<string>(), over: [] };
  setNewest(executions, executionId, known, most.executions);
  return known;
}

/**
 * Notes a call that is to wake an execution. One is enough: n8n would queue each, and start the
 * execution from the same state for each, also where it has woken since n8n read it for the call.
 *
 * @param sleep - names the sleep that the call is to end
 * @param taskId - the task that the call named, or ""
 * @returns whether it is to wake the execution
 */
export function isFirstRing(executionId: string, sleep: string, taskId: string): boolean {
  const known = sleepsOf(executionId);
  if (known.rung !== sleep && !known.over.includes(sleep)) {
    known.rung = sleep;
    known.calls.clear();
    return true;
  }
  if (known.calls.size < most.calls) known.calls.add(taskId);
  return false;
}

/**
 * Whether n8n has queued an execution that wakes in another way, too, as far as this process knows:
 * another copy of it has woken from the same sleep, or a call is to wake one.
 *
 * @param isRung - this copy is the one that the call wakes
 */
export function isQueuedBeside(executionId: string, sleep: string, isRung: boolean): boolean {
  const known = executions.get(executionId);
  if (known === undefined) return false;
  return known.over.includes(sleep) || (known.rung === sleep && !isRung);
}

/** Notes that an execution has woken, so that calls to that sleep wake it no more. */
export function endSleep(executionId: string, sleep: string): void {
  const known = sleepsOf(executionId);
  if (!known.over.includes(sleep)) known.over = [...known.over, sleep].slice(-most.over);
}

/** The tasks that were named by calls that woke nothing, because another had; each is told once. */
export function takeCalls(executionId: string): string[] {
  const calls = executions.get(executionId)?.calls;
  const taken = [...(calls ?? [])];
  calls?.clear();
  return taken;
}
