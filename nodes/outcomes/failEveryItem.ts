import {
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
} from 'n8n-workflow';
import { answersWithError, isToolCall } from '../n8n/howItRuns';
import { type Failure, FailureError, failureFor, tellModel, tellPerson } from './Failure';
import { type Paid, ways } from './money';

/**
 * Makes a failure of whatever was thrown.
 *
 * @param paid - what the node may have spent by then; absent for one that never spends anything
 */
export function toFailure(error: unknown, paid?: Paid): Failure {
  if (error instanceof FailureError)
    return { ...error.failure, ...(paid === undefined && { paid }) };
  const { message, description: said } = Object(error) as Record<string, unknown>;
  const problems = typeof message === 'string' && message ? message : String(error);
  const failure = failureFor(paid === 'unknown' ? 'brokenRun' : 'invalidInput', {}, { problems });
  const steps = [paid === 'unknown' || !said ? failure.step : '', said];
  return { ...failure, paid, step: steps.filter(Boolean).join(' ') };
}

/**
 * Runs a node's work. If it throws and the node continues on errors, every input item becomes an error
 * item: n8n itself would pass the input on as if it were the result.
 *
 * @param paidBy - what may have been spent when the work throws; see {@link toFailure}
 * @throws the failure, if the node stops on errors
 */
export async function failEveryItem(
  context: IExecuteFunctions,
  paidBy: () => Paid | undefined,
  work: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  const node = context.getNode();
  try {
    return showErrorBranch(node, await work());
  } catch (error) {
    const paid = paidBy();
    const failure = toFailure(error, paid);
    const reader = readerOf(context);
    const isOurs = error instanceof FailureError;
    const next = paid === undefined || reader === 'model' ? '' : ways.again;
    const description = (isOurs && error.description) || tellPerson(failure, next);
    if (context.continueOnFail() || answersWithError(context)) {
      const toItem = (_: unknown, at: number) => toErrorItem(failure, description, at, reader);
      return showErrorBranch(node, [context.getInputData().map(toItem)]);
    }
    const message = reader === 'model' ? tellModel(failure, description) : failure.message;
    const told = new NodeOperationError(node, message, { description });
    // n8n puts words of its own in place of a message that holds the code of a network fault.
    told.message = message;
    // No itemIndex: n8n would show it behind the message, counted from 0, beside our rows from 1.
    if (isOurs && error.itemIndex !== undefined) told.context.row = error.itemIndex + 1;
    Object.assign(told.context, detailsOf(failure));
    // n8n recognizes a stopped execution by its own error.
    const isStopped = !isOurs && context.getExecutionCancelSignal()?.aborted === true;
    throw isStopped ? error : told;
  }
}

/** Who reads a failed item. */
export type Reader = 'model' | 'errorBranch' | 'results';

export function readerOf(context: IExecuteFunctions): Reader {
  if (isToolCall(context)) return 'model';
  return context.getNode().onError === 'continueErrorOutput' ? 'errorBranch' : 'results';
}

/**
 * Makes the output item of a failure. n8n 2.41 sends it down the error branch only if its json holds
 * nothing but `error`, `message` and `details`. Beside results, a sum of `paid` must count it, too.
 */
export function toErrorItem(
  failure: Failure,
  message: string,
  itemIndex: number,
  reader: Reader,
): INodeExecutionData {
  const details = detailsOf(failure);
  const { paid } = failure;
  const json =
    reader === 'model'
      ? { error: tellModel(failure, message), details }
      : { error: failure.message, message, ...(reader === 'results' && paid && { paid }), details };
  return { json, pairedItem: { item: itemIndex } };
}

/** What a workflow may decide by. */
const detailsOf = (failure: Failure) =>
  JSON.parse(JSON.stringify({ ...failure, message: undefined, step: undefined })) as IDataObject;

const keysOfErrorItem = ['error', 'message', 'details'];

const isErrorItem = ({ json }: INodeExecutionData): boolean =>
  json.error !== undefined && Object.keys(json).every((key) => keysOfErrorItem.includes(key));

/**
 * Makes older versions of n8n send error items down the error branch, too: they take one with
 * `details` for a result unless it has an `error` beside its json. If that were enumerable, n8n would
 * cut the json down to its message.
 */
function showErrorBranch(node: INode, outputs: INodeExecutionData[][]): INodeExecutionData[][] {
  if (node.onError === 'continueErrorOutput')
    for (const item of outputs.flat().filter(isErrorItem))
      // Writable, because some versions take it away again.
      Object.defineProperty(item, 'error', { value: { message: item.json.error }, writable: true });
  return outputs;
}
