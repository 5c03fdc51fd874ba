import { sleep } from 'n8n-workflow';
import { setNewest } from '../memory/setNewest';
import type { Task } from '../generated/types';
import { Admission, bounds } from './admission';
import type { Refusal } from './readCallbackTaskId';
import { turnedAway, verifyTask, type Verification } from './verifyTask';

/** How long, and of how many tasks at most, it is remembered that the service does not know them. */
const unknownForMs = 60_000;
const mostUnknown = 2_000;

type Verdict = { task: Task } | Refusal;

type Call = Pick<Verification, 'ask' | 'beforeWait' | 'caller'>;

/** The calls to one trigger in this process: who is being looked at, and who was in vain. */
export class CallsOfNode {
  private readonly admission = new Admission({ nowMs: () => Date.now(), sleep });
  private readonly underWay = new Map<string, { verdict: Promise<Verdict>; sharers: number }>();
  private readonly unknownUntilMs = new Map<string, number>();

  /**
   * Verifies a task for a call. Calls for the same task share one verification, and one of them
   * only may start the workflow.
   *
   * @param call - who called, how to read the task once, and what to let go of before a wait
   */
  async verify(taskId: string, call: Call): Promise<{ verdict: Verdict; isFirst: boolean }> {
    const { admission } = this;
    const shared = this.underWay.get(taskId);
    if (shared) {
      if (shared.sharers >= bounds.sharing)
        return { verdict: turnedAway(admission), isFirst: false };
      shared.sharers += 1;
      await call.beforeWait();
      return { verdict: await shared.verdict, isFirst: false };
    }
    if (this.isUnknown(taskId))
      return { verdict: { httpStatus: 404, message: 'There is no such task' }, isFirst: true };

    const caller = networkOf(call.caller);
    const verifying = verifyTask({ ...call, pause: sleep, admission, caller });
    this.underWay.set(taskId, { verdict: verifying, sharers: 0 });
    try {
      const verdict = await verifying;
      if ('httpStatus' in verdict && verdict.httpStatus === 404) this.rememberUnknown(taskId);
      return { verdict, isFirst: true };
    } finally {
      this.underWay.delete(taskId);
    }
  }

  /** While little comes in, the service is rather asked again: it may know the task by now. */
  private isUnknown(taskId: string): boolean {
    const untilMs = this.unknownUntilMs.get(taskId);
    return untilMs !== undefined && untilMs > Date.now() && !this.admission.isCalm;
  }

  private rememberUnknown(taskId: string): void {
    setNewest(this.unknownUntilMs, taskId, Date.now() + unknownForMs, mostUnknown);
  }
}

/** Whoever has one IPv6 address has a network of them. */
const networkOf = (address: string) =>
  address.includes('.') ? address : (address.split('::')[0] ?? '').split(':').slice(0, 4).join(':');

const callsByNode = new Map<string, CallsOfNode>();

/**
 * The calls to one node, in this process.
 *
 * @param address - tells the node from others
 */
export function callsOf(address: string): CallsOfNode {
  const calls = callsByNode.get(address) ?? new CallsOfNode();
  callsByNode.set(address, calls);
  return calls;
}
