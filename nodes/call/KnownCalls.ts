import { setNewest } from '../memory/setNewest';

interface Known {
  /** The sleep that a call was let in to end last, when, and how many calls were. */
  called?: { sleep: string; atMs: number; calls: number };
  /** The last sleeps that are over. */
  over: string[];
}

const most = { executions: 10_000, over: 5 };

/** A call that has woken nothing in this time may have been lost, and another is let in. */
export const callLostMs = 25_000;

/** What this process knows of the calls that wake executions. Each sleep has an ID of its own. */
export class KnownCalls {
  private readonly executions = new Map<string, Known>();

  /**
   * Lets a call in that is to wake an execution. One is enough: n8n would queue each, and start the
   * execution from the same state for each, also where it has woken since n8n read it for the call.
   *
   * @param sleep - what the call is to end
   * @returns whether it is to wake the execution
   */
  letIn(executionId: string, sleep: string, nowMs: number): boolean {
    const known = this.open(executionId);
    const { called, over } = known;
    const isAnother = called?.sleep === sleep;
    const isLost = isAnother && nowMs - called.atMs > callLostMs;
    if (over.includes(sleep) || (isAnother && !isLost)) return false;
    known.called = { sleep, atMs: nowMs, calls: isLost ? called.calls + 1 : 1 };
    return true;
  }

  /**
   * Whether n8n has queued an execution that wakes in another way, too: another copy of it has woken
   * from the same sleep, or a call is to wake one.
   *
   * @param isCalled - this copy is the one that the call wakes
   */
  isQueuedBeside(executionId: string, sleep: string, isCalled: boolean): boolean {
    const { called, over = [] } = this.executions.get(executionId) ?? {};
    if (over.includes(sleep)) return true;
    return called?.sleep === sleep && (!isCalled || called.calls > 1);
  }

  /** The execution has woken, so calls wake it no more from that sleep. */
  endSleep(executionId: string, sleep: string): void {
    const known = this.open(executionId);
    if (!known.over.includes(sleep)) known.over = [...known.over, sleep].slice(-most.over);
  }

  private open(executionId: string): Known {
    const known = this.executions.get(executionId) ?? { over: [] };
    setNewest(this.executions, executionId, known, most.executions);
    return known;
  }
}
