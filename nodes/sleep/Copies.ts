import { setNewest } from '../memory/setNewest';

/** The data of an execution as it runs in this process. */
export interface Run {
  waitTill?: unknown;
}

/** What this process knows of one sleep of an execution. */
interface KnownSleep {
  /** When a call was let in last to end it, and how many were. */
  calledAtMs: number;
  calls: number;
  isOver: boolean;
}

const mostKept = 10_000;

/** A call that has woken nothing in this time may have been lost, and another is let in. */
export const callLostMs = 25_000;

/**
 * Keeps copies of an execution apart, as far as this process knows of them: n8n may start one twice
 * from the same state. Each sleep has an ID of its own.
 */
export class Copies {
  /** The newest run of each execution that came to a node of this package. */
  private readonly runs = new Map<string, WeakRef<Run>>();
  private readonly sleeps = new Map<string, KnownSleep>();

  /** This run of the execution is at work. */
  noteAtWork(executionId: string, run: Run | undefined): void {
    if (run !== undefined) setNewest(this.runs, executionId, new WeakRef(run), mostKept);
  }

  /** Whether another run of the same execution is at work or has come to its end. */
  hasOtherRun(executionId: string, run: Run | undefined): boolean {
    const other = this.runs.get(executionId)?.deref();
    return other !== undefined && other !== run && other.waitTill == null;
  }

  /**
   * Lets a call in that is to end a sleep. One is enough: n8n would queue each, and start the
   * execution from the same state for each, also where it has woken since n8n read it for the call.
   *
   * @returns whether it is to wake the execution
   */
  letIn(sleepId: string, nowMs: number): boolean {
    const sleep = this.open(sleepId);
    if (sleep.isOver || nowMs - sleep.calledAtMs <= callLostMs) return false;
    sleep.calledAtMs = nowMs;
    sleep.calls += 1;
    return true;
  }

  /**
   * Whether n8n has queued an execution that wakes in another way, too: another copy of it has woken
   * from the same sleep, or a call is to wake one.
   *
   * @param isCalled - this copy is the one that the call wakes
   */
  isQueuedAgain(sleepId: string, isCalled: boolean): boolean {
    const { isOver, calls } = this.open(sleepId);
    return isOver || calls > (isCalled ? 1 : 0);
  }

  /** The execution has woken, so calls wake it no more from that sleep. */
  endSleep(sleepId: string): void {
    this.open(sleepId).isOver = true;
  }

  private open(sleepId: string): KnownSleep {
    const sleep = this.sleeps.get(sleepId) ?? { calledAtMs: -Infinity, calls: 0, isOver: false };
    setNewest(this.sleeps, sleepId, sleep, mostKept);
    return sleep;
  }
}
