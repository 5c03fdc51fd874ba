import type { IExecuteFunctions } from 'n8n-workflow';
import { mayBeReadAwake, returnTimerMs } from '../restart/timers';
import { noteInCustomData } from './customData';
import { Execution } from './Execution';
import { reach } from './processState';
import { whyAwake } from './whyAwake';

/** Whether the running execution can be stored and go on: it can sleep, and be called. */
export async function mayStore(context: IExecuteFunctions): Promise<boolean> {
  if (whyAwake(context) !== undefined) return false;
  const { record, callN8n, sleeper } = new Execution(context);
  const nowMs = Date.now();
  if (mayBeReadAwake(record.timersMs, nowMs)) return false;
  return (await reach.findProblem(callN8n, sleeper, nowMs)) === undefined;
}

/**
 * Has n8n store the running execution, which goes on at once, in a visit of its own: by the sleep
 * that a wait uses, and a call that ends it. What the node gives out now is only shown.
 *
 * @param taskIds - noted apart from it, where n8n keeps them should it lose the rest
 * @returns whether it is stored; otherwise it goes on in this visit
 */
export async function storeAndGoOn(
  context: IExecuteFunctions,
  taskIds: readonly string[],
): Promise<boolean> {
  const execution = new Execution(context);
  noteInCustomData(context, taskIds);
  const nowMs = Date.now();
  // Should the call be lost, n8n wakes the execution itself.
  const timers = { earlierMs: execution.record.timersMs, untilMs: returnTimerMs(nowMs, nowMs) };
  return await execution.sleepAndBeCalled(execution.newSleep(nowMs), timers);
}
