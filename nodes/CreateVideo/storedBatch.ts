import type { IExecuteFunctions } from 'n8n-workflow';
import type { Stop, WaitItem } from '../delivery/WaitItem';
import { isToolCall } from '../n8n/isToolCall';
import { readPass } from '../n8n/readPass';

/** What was created for one pass over the input, and why the rest was not. */
export interface Batch {
  items: WaitItem[];
  /** Why the node fails when all that was created has been waited for. */
  stop?: Stop;
  /** Everything has left the node. */
  isOver?: true;
  /** The execution in which it has: a retry has another. */
  closedIn?: string;
}

/** What the node context holds: the batches of the node, by the pass over its input. */
type Batches = Record<string, Batch>;

const contextKey = 'batches';

/**
 * Reads what an earlier visit of this pass created, so that no visit creates it twice. It outlasts
 * sleep, restarts, the tries of "Retry On Fail", and a retry of the execution after a crash. Calls of
 * an agent, which may run side by side and never sleep, have none.
 */
export function readBatch(context: IExecuteFunctions): Batch | undefined {
  return isToolCall(context) ? undefined : batchesOf(context)[readPass(context)];
}

export function storeBatch(context: IExecuteFunctions, batch: Batch): void {
  if (isToolCall(context)) return;
  // A batch that is over is kept until the next, in case n8n runs the node once more for it.
  const open = Object.entries(batchesOf(context)).filter(([, { isOver }]) => !isOver);
  context.getContext('node')[contextKey] = {
    ...Object.fromEntries(open),
    [readPass(context)]: batch,
  };
}

/** Notes down that nothing of the batch is waited for any more. */
export function closeBatch(context: IExecuteFunctions, batch: Batch): void {
  storeBatch(context, { ...batch, isOver: true, closedIn: context.getExecutionId() });
}

/** The passes whose videos are still waited for. */
export const openPasses = (context: IExecuteFunctions): string[] =>
  Object.entries(batchesOf(context)).flatMap(([pass, { isOver }]) => (isOver ? [] : pass));

const batchesOf = (context: IExecuteFunctions) =>
  (context.getContext('node')[contextKey] ?? {}) as Batches;
