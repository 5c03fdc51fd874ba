import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { answersWithError, isToolCall } from '../n8n/toolCall';
import type { Failure, Paid } from './Failure';
import { tellModel } from './oneText';
import { failureOf, isErrorItem, showErrorBranch, toErrorItem, toNodeError } from './raise';

/** What a throw says of money by itself: an error of n8n's own does not speak of it. */
const moneyText: Record<Paid, string> = {
  yes: '',
  no: 'Nothing was charged.',
  // A node that creates nothing.
  unknown: 'This cost nothing.',
};

/** The failure in an error that n8n or a check threw. */
export function toFailure(error: unknown, paid: Paid): Failure {
  const known = failureOf(error);
  if (known !== undefined) return known;
  const { message, description } = Object(error) as {
    message?: unknown;
    description?: string | null;
  };
  return {
    message: typeof message === 'string' && message ? message : String(error),
    description: [moneyText[paid], description].filter(Boolean).join(' '),
    reason: 'invalidInput',
    paid,
  };
}

/**
 * Runs a node's work, and has every failure say all that its reader must know.
 *
 * Where the node is to go on, a throw of the work becomes an error item for every input item: n8n
 * itself would pass the input rows on as if they were results.
 *
 * @param paid - whether a throw of the work can mean that something was paid for
 * @throws the failure, when the node is to stop on errors
 */
export async function failEveryItem(
  context: IExecuteFunctions,
  paid: Paid,
  work: () => Promise<INodeExecutionData[][]>,
): Promise<INodeExecutionData[][]> {
  const finish = (outputs: INodeExecutionData[][]) =>
    showErrorBranch(
      context.getNode(),
      isToolCall(context) ? outputs.map((items) => items.map(tellItem)) : outputs,
    );
  try {
    return finish(await work());
  } catch (error) {
    const failure = toFailure(error, paid);
    if (context.continueOnFail() || answersWithError(context))
      return finish([context.getInputData().map((_, index) => toErrorItem(failure, index))]);
    throw toThrow(context, error, failure);
  }
}

/** What n8n is to show of a throw; of one that ends a stopped execution, that itself. */
function toThrow(context: IExecuteFunctions, error: unknown, failure: Failure): unknown {
  if (context.getExecutionCancelSignal()?.aborted) return error;
  if (isToolCall(context))
    return toNodeError(context.getNode(), { ...failure, message: tellModel(failure) });
  return failureOf(error) === undefined ? toNodeError(context.getNode(), failure) : error;
}

/** An error item whose one text says it all: some versions of n8n give a model no other. */
function tellItem(item: INodeExecutionData): INodeExecutionData {
  if (!isErrorItem(item)) return item;
  const { error, message, details } = item.json;
  const failure = { ...(details as object), message: error, description: message } as Failure;
  return { ...item, json: { error: tellModel(failure), details } };
}
