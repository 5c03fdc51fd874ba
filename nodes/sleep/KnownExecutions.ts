import { setNewest } from '../memory/setNewest';

/** The data of an execution as it runs in this process. */
export interface Run {
  waitTill?: unknown;
}

interface Known {
  /** The newest run of the execution that came to a node of this package. */
  run?: WeakRef<Run>;
  /** The sleep that a call was let in to end last, when, and how many calls were. */
  called?: { sleepId: string; atMs: number; calls: number };
  /** The last sleeps that are over. */
  overIds: string[];
}

const most = { executions: 10_000, over: 5 };

/** A call that has woken nothing in this time may have been lost, and another is let in. */
export const callLostMs = 25_000;

/** What this process knows of executions that sleep and wake. Each sleep has an ID of its own. */
export class KnownExecutions {
  private readonly executions = new Map<string, Known>();

  /** This run of the execution is at work. */
  noteAtWork(executionId: string, run: Run | undefined): void {
    if (run !== undefined) this.open(executionId).run = new WeakRef(run);
  }

  /** Whether another run of the same execution is at work or has come to its end. */
  hasOtherRun(executionId: string, run: Run | undefined): boolean {
    const other = this.executions.get(executionId)?.run?.deref();
    return other !== undefined && other !== run && other.waitTill == null;
  }

  /**
   * Lets a call in that is to wake an execution. One is enough: n8n would queue each, and start the
   * execution from the same state for each, also where it has woken since n8n read it for the call.
   *
   * @param sleepId - the sleep that the call is to end
   * @returns whether it is to wake the execution
   */
  letIn(executionId: string, sleepId: string, nowMs: number): boolean {
    const known = this.open(executionId);
    const { called, overIds } = known;
    const isAnother = called?.sleepId === sleepId;
    const isLost = isAnother && nowMs - called.atMs > callLostMs;
    if (overIds.includes(sleepId) || (isAnother && !isLost)) return false;
    known.called = { sleepId, atMs: nowMs, calls: isLost ? called.calls + 1 : 1 };
    return true;
  }

  /**
   * Whether n8n has queued an execution that wakes in another way, too: another copy of it has woken
   * from the same sleep, or a call is to wake one.
   *
   * @param isCalled - this copy is the one that the call wakes
   */
  isQueuedAgain(executionId: string, sleepId: string, isCalled: boolean): boolean {
    const { called, overIds = [] } = this.executions.get(executionId) ?? {};
    if (overIds.includes(sleepId)) return true;
    return called?.sleepId === sleepId && (!isCalled || called.calls > 1);
  }

  /** The execution has woken, so calls wake it no more from that sleep. */
  endSleep(executionId: string, sleepId: string): void {
    const known = this.open(executionId);
    if (!known.overIds.includes(sleepId))
      known.overIds = [...known.overIds, sleepId].slice(-most.over);
  }

  private open(executionId: string): Known {
    const known = this.executions.get(executionId) ?? { overIds: [] };
    setNewest(this.executions, executionId, known, most.executions);
    return known;
  }
}
