import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { handlersWhenStored, runDataOf } from '../n8n/execution';
import { notes } from '../outcomes/money';

/**
 * Marks the input of a node that has slept. An n8n that passes the items on without the node then makes
 * error items of them, not results that nobody waited for.
 */
const asleepMark = { message: notes.skipped };

/**
 * Names the entry that refuses "Retry with currently saved workflow", which would skip the sleeping node
 * and pass its input on as results: n8n finds no node of this name, shows it, and starts nothing.
 */
const refusingRetry = (name: string) => `${name}, asleep: choose “Retry with original workflow”`;

/** The data of executions that this process has put to sleep; an execution that wakes has new data. */
const putToSleepHere = new WeakSet<object>();
/** Whether this n8n has gone on with an execution that was put to sleep. */
let goesOn = false;

/**
 * Whether n8n has gone on with this execution, and with what the node only showed, instead of letting it
 * sleep. From then on, no execution is put to sleep.
 */
export function hasGoneOn(context: IExecuteFunctions): boolean {
  const runData = runDataOf(context);
  const isSame = runData !== undefined && putToSleepHere.has(runData);
  goesOn ||= isSame;
  return isSame;
}

/** Whether this n8n works inside as `putToSleep` needs it. */
export function canBePutToSleep(context: IExecuteFunctions): boolean {
  const entry = context.getExecuteData?.();
  return (
    !goesOn &&
    entry?.node !== undefined &&
    entry.data?.main?.length === 1 &&
    Array.isArray(runDataOf(context)?.executionData?.nodeExecutionStack) &&
    typeof context.putExecutionToWait === 'function' &&
    handlersWhenStored(context) !== undefined
  );
}

/**
 * Puts the execution to sleep so that it wakes in the same node's `execute`, with the same input: n8n
 * disables the node of the entry that slept and passes its data through, so a copy of the entry behind it
 * does the work.
 *
 * @param untilMs - when n8n's timer wakes the execution
 * @returns whether it sleeps; if n8n refuses, everything is as it was
 */
export async function putToSleep(context: IExecuteFunctions, untilMs: number): Promise<boolean> {
  if (!canBePutToSleep(context)) return false;
  // What n8n is working on and will put back in front, and what comes next.
  const entry = context.getExecuteData();
  const runData = runDataOf(context)!;
  const stack = runData.executionData!.nodeExecutionStack;
  const { data, node } = entry;
  // Each has its own node object: n8n would disable a shared one in all places. With "Always Output
  // Data", those that pass nothing on would pass on an empty item.
  const idle = () => ({ ...node, alwaysOutputData: false });
  const refusing = { name: refusingRetry(node.name), type: 'n8n-nodes-base.noOp', disabled: true };
  const rest = [...stack];
  const copies = [
    // n8n saves its progress before it puts the entry back. If it wakes the execution from that state,
    // after a kill or while another process writes, it disables this copy.
    { ...entry, node: { ...idle(), disabled: true }, data: { main: [] } },
    { ...entry, node: { ...node }, data: { main: [markItems(data.main?.[0])] } },
    { ...entry, node: { ...idle(), ...refusing }, data: { main: [] } },
  ];
  stack.unshift(...copies);
  // Without inputs, the entry passes nothing on and records no run. An input of null would do, too, but
  // it stops workflows in n8n's old execution order.
  entry.data = { main: [] };
  entry.node = idle();
  try {
    await context.putExecutionToWait(new Date(untilMs));
    if (runData.waitTill == null) throw new Error('it takes no notice');
  } catch (error) {
    context.logger.warn(`n8n refused to let this execution sleep: ${String(error)}`);
    stack.splice(0, copies.length);
    Object.assign(entry, { data, node });
    // n8n sets it before the step that may fail.
    delete runData.waitTill;
    return false;
  }
  putToSleepHere.add(runData);
  // An n8n that put back a copy of the entry would later pass the raw items on, and one that kept only
  // the entry would end without the node. n8n's own handlers come after this one.
  handlersWhenStored(context)?.unshift(({ waitTill, data }) => {
    const stored = waitTill ? data?.executionData : undefined;
    if (stored) stored.nodeExecutionStack = [entry, ...copies, ...rest];
  });
  return true;
}

const markItems = (items: INodeExecutionData[] | null | undefined): INodeExecutionData[] =>
  (items ?? []).map((item) => ({ ...item, error: asleepMark as never }));

/** Takes away the entry that refuses a retry, once the node is visited. */
export function allowRetry(context: IExecuteFunctions): void {
  const stack = runDataOf(context)?.executionData?.nodeExecutionStack ?? [];
  const name = refusingRetry(context.getNode().name);
  const at = stack.findIndex(({ node }) => node.name === name);
  if (at >= 0) stack.splice(at, 1);
}

/** Whether the node has slept with this input. */
export function hasSlept(items: readonly INodeExecutionData[]): boolean {
  return items.some(({ error }) => error?.message === asleepMark.message);
}

/** Ends the run with this node: nothing after it or in another branch runs. */
export function endRun(context: IExecuteFunctions): void {
  const execution = runDataOf(context)?.executionData;
  if (execution === undefined) return;
  execution.nodeExecutionStack.splice(0);
  execution.waitingExecution = {};
}
