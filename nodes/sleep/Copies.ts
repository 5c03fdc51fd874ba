import type { IRunExecutionData } from 'n8n-workflow';
import { setNewest } from '../memory/setNewest';

type Run = Pick<IRunExecutionData, 'waitTill'>;

interface KnownSleep {
  /** When a call was last let in to end it, and how many were. */
  calledAtMs: number;
  calls: number;
  isOver: boolean;
}

const mostKept = 10_000;

/** A call that has woken nothing in this time may be lost, so another is let in. */
export const callLostMs = 25_000;

/** Keeps copies of an execution apart: n8n may start one twice from the same sleep. */
export class Copies {
  /** The newest run of each execution that came to one of our nodes. */
  private readonly runs = new Map<string, WeakRef<Run>>();
  private readonly sleeps = new Map<string, KnownSleep>();

  noteAtWork(executionId: string, run: Run | undefined): void {
    if (run !== undefined) setNewest(this.runs, executionId, new WeakRef(run), mostKept);
  }

  /** Whether another run of the same execution is at work or done. */
  hasOtherRun(executionId: string, run: Run | undefined): boolean {
    const other = this.runs.get(executionId)?.deref();
    return other !== undefined && other !== run && other.waitTill == null;
  }

  /**
   * Whether a call may end a sleep. Only one may: n8n would queue each, and start the execution from
   * the same state for each, even if it has woken since n8n read it for the call.
   */
  letIn(sleepId: string, nowMs: number): boolean {
    const sleep = this.open(sleepId);
    if (sleep.isOver || nowMs - sleep.calledAtMs <= callLostMs) return false;
    sleep.calledAtMs = nowMs;
    sleep.calls += 1;
    return true;
  }

  /**
   * Whether n8n has queued another copy of a waking execution: one has woken from the same sleep already,
   * or a call will wake one.
   *
   * @param isCalled - a call has woken this copy
   */
  isQueuedAgain(sleepId: string, isCalled: boolean): boolean {
    const { isOver, calls } = this.open(sleepId);
    return isOver || calls > (isCalled ? 1 : 0);
  }

  /** From now on, calls don't wake the execution from that sleep. */
  endSleep(sleepId: string): void {
    this.open(sleepId).isOver = true;
  }

  private open(sleepId: string): KnownSleep {
    const sleep = this.sleeps.get(sleepId) ?? { calledAtMs: -Infinity, calls: 0, isOver: false };
    setNewest(this.sleeps, sleepId, sleep, mostKept);
    return sleep;
  }
}
