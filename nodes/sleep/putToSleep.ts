import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { handlersWhenStored, runDataOf } from '../n8n/execution';
import { notes } from '../outcomes/money';

/**
 * On the items of a node that has been asleep with them. Should an n8n hand them on without the node,
 * it makes error items of them, instead of results that nobody waited for.
 */
const asleepMark = { message: notes.skipped };

/**
 * Names an entry that stands behind a sleeping node, and that its next visit takes away. "Retry with
 * currently saved workflow" would skip the node and hand its input on as if it were results. n8n
 * refuses that, and starts nothing, where it finds no node of this name; it shows the name.
 */
const refusingRetry = (name: string) => `${name}, asleep: choose “Retry with original workflow”`;

/** The run data of executions that this process has put to sleep: those of one that wakes are new. */
const putToSleepHere = new WeakSet<object>();
/** This n8n has gone on with an execution that was asleep. */
let goesOn = false;

/**
 * Whether n8n has gone on with this execution as if it had not been put to sleep: what the node gave
 * out to be shown meanwhile has gone on as well. From then on no execution is put to sleep.
 */
export function hasGoneOn(context: IExecuteFunctions): boolean {
  const runData = runDataOf(context);
  const isSame = runData !== undefined && putToSleepHere.has(runData);
  goesOn ||= isSame;
  return isSame;
}

/** Whether the inside of this n8n is as `putToSleep` needs it. */
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
 * Puts the execution to sleep so that it comes back through the `execute` of the same node, with
 * the same input. When it wakes, n8n disables the node of the entry that went to sleep and passes
 * that entry's data through; so a copy of the entry stands behind it and does the work.
 *
 * @param untilMs - when n8n wakes the execution by itself
 * @returns whether it sleeps; where n8n refuses, everything is as it was
 */
export async function putToSleep(context: IExecuteFunctions, untilMs: number): Promise<boolean> {
  if (!canBePutToSleep(context)) return false;
  // What n8n is working on, and puts back in front; and what it works on next.
  const entry = context.getExecuteData();
  const runData = runDataOf(context)!;
  const stack = runData.executionData!.nodeExecutionStack;
  const { data, node } = entry;
  // Node objects of their own: n8n stores references, and would disable a shared one in all places.
  // "Always Output Data" would make those that pass nothing on pass on an empty item.
  const idle = () => ({ ...entry.node, alwaysOutputData: false });
  const rest = [...stack];
  const copies = [
    // n8n saves the progress before it puts the entry back. Where it wakes the execution from that
    // state, after a kill or because it reads while another process writes, it disables this one.
    { ...entry, node: { ...idle(), disabled: true }, data: { main: [] } },
    {
      ...entry,
      node: { ...entry.node },
      data: { main: [markItems(entry.data.main?.[0])] },
    },
    {
      ...entry,
      node: {
        ...idle(),
        name: refusingRetry(node.name),
        type: 'n8n-nodes-base.noOp',
        disabled: true,
      },
      data: { main: [] },
    },
  ];
  stack.unshift(...copies);
  // Without inputs, what n8n puts back passes nothing on and records no run. An input of null does
  // the same, but stops workflows in n8n's old execution order.
  entry.data = { main: [] };
  entry.node = idle();
  try {
    await context.putExecutionToWait(new Date(untilMs));
    if (runData.waitTill == null) throw new Error('it takes no notice');
  } catch (error) {
    context.logger.warn(`n8n refused to let this execution sleep: ${String(error)}`);
    stack.splice(0, copies.length);
    Object.assign(entry, { data, node });
    // Set before n8n tells of it, which is what may fail.
    delete runData.waitTill;
    return false;
  }
  putToSleepHere.add(runData);
  // An n8n that put back a copy of the entry would pass the raw items on when it wakes, and one that
  // kept nothing but the entry would end without the node. What n8n itself does comes behind.
  handlersWhenStored(context)?.unshift(({ waitTill, data }) => {
    const stored = waitTill ? data?.executionData : undefined;
    if (stored) stored.nodeExecutionStack = [entry, ...copies, ...rest];
  });
  return true;
}

const markItems = (items: INodeExecutionData[] | null | undefined): INodeExecutionData[] =>
  (items ?? []).map((item) => ({ ...item, error: asleepMark as never }));

/** Takes away what keeps a sleeping execution from being retried wrongly: the node is visited. */
export function allowRetry(context: IExecuteFunctions): void {
  const stack = runDataOf(context)?.executionData?.nodeExecutionStack ?? [];
  const name = refusingRetry(context.getNode().name);
  const at = stack.findIndex(({ node }) => node.name === name);
  if (at >= 0) stack.splice(at, 1);
}

/** Whether the node has been asleep with this input before. */
export function hasSlept(items: readonly INodeExecutionData[]): boolean {
  return items.some(({ error }) => error?.message === asleepMark.message);
}

/** Ends a run with this node: nothing runs that stands behind it or in another branch. */
export function endRun(context: IExecuteFunctions): void {
  const execution = runDataOf(context)?.executionData;
  if (execution === undefined) return;
  execution.nodeExecutionStack.splice(0);
  execution.waitingExecution = {};
}
