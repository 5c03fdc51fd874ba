import { setNewest } from '../memory/setNewest';

interface RungSleep {
  /** Which sleep of the execution. */
  sleep: string;
  /** The tasks that calls have named since, or "". */
  calls: Set<string>;
}

/** The sleeps that calls to this process have ended, by execution. */
const rungSleeps = new Map<string, RungSleep>();
const mostKept = 10_000;
const mostCallsKept = 1_000;

/**
 * Notes a call that is to wake an execution. One is enough: n8n would queue each, and start the
 * execution from the same state for each.
 *
 * @param sleep - names the sleep that the call is to end
 * @param taskId - the task that the call named, or ""
 * @returns whether it is the first for this sleep
 */
export function isFirstRing(executionId: string, sleep: string, taskId: string): boolean {
  const known = rungSleeps.get(executionId);
  if (known?.sleep === sleep) {
    if (known.calls.size < mostCallsKept) known.calls.add(taskId);
    return false;
  }
  setNewest(rungSleeps, executionId, { sleep, calls: new Set<string>() }, mostKept);
  return true;
}

/** The tasks that were named by calls that woke nothing, because another had; each is told once. */
export function takeCalls(executionId: string): string[] {
  const calls = rungSleeps.get(executionId)?.calls;
  const taken = [...(calls ?? [])];
  calls?.clear();
  return taken;
}
