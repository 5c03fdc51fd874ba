import { sleep } from 'n8n-workflow';
import type { Task } from '../generated/types';
import { Admission } from './admission';
import type { Refusal } from './readTaskId';
import { verifyTask, type Verification } from './verifyTask';

/** How long, and of how many tasks at most, it is remembered that the service does not know them. */
const unknownForMs = 60_000;
const mostUnknown = 2_000;

type Verdict = { task: Task } | Refusal;

/** The calls to one trigger in this process: who is being looked at, and who was in vain. */
export class CallsOfNode {
  private readonly admission = new Admission({ nowMs: () => Date.now(), sleep });
  private readonly underWay = new Map<string, Promise<Verdict>>();
  private readonly unknownUntilMs = new Map<string, number>();

  /**
   * Verifies a task for a call. Calls for the same task share one verification, and one of them
   * only may start the workflow.
   *
   * @param caller - the address of whoever called
   * @param ask - reads the task once
   */
  async verify(
    taskId: string,
    caller: string,
    ask: Verification['ask'],
  ): Promise<{ verdict: Verdict; isFirst: boolean }> {
    const shared = this.underWay.get(taskId);
    if (shared) return { verdict: await shared, isFirst: false };
    if (this.isUnknown(taskId))
      return { verdict: { httpStatus: 404, message: 'There is no such task' }, isFirst: true };

    const { admission } = this;
    const verifying = verifyTask({ ask, pause: sleep, admission, caller: networkOf(caller) });
    this.underWay.set(taskId, verifying);
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
    this.unknownUntilMs.delete(taskId);
    this.unknownUntilMs.set(taskId, Date.now() + unknownForMs);
    const [oldest] = this.unknownUntilMs.keys();
    if (this.unknownUntilMs.size > mostUnknown && oldest !== undefined)
      this.unknownUntilMs.delete(oldest);
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
