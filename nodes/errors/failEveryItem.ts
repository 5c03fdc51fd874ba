import {
  NodeOperationError,
  type IExecuteFunctions,
  type INode,
  type INodeExecutionData,
} from 'n8n-workflow';
import { answersWithError, isToolCall } from '../n8n/toolCall';
import { FailureError, type Failure, type Paid } from './Failure';

/** What a throw of n8n's own or of a check says of money; a node that spends nothing has no `paid`. */
const moneyText = {
  yes: '',
  no: 'Nothing was charged.',
  unknown:
    'Videos may have been created and charged. Check the service’s dashboard before you order again.',
  spendsNothing: 'This cost nothing.',
};

/** The failure in an error that n8n or a check threw. */
export function toFailure(error: unknown, paid?: Paid): Failure {
  if (error instanceof FailureError) return error.failure;
  const { message, description } = Object(error) as Record<string, unknown>;
  return {
    message: typeof message === 'string' && message ? message : String(error),
    description: [moneyText[paid ?? 'spendsNothing'], description].filter(Boolean).join(' '),
    reason: paid === 'unknown' ? 'brokenOff' : 'invalidInput',
    paid: paid ?? 'unknown',
  };
}

/**
 * Runs a node's work, and has every failure say all that its reader must know.
 *
 * Where the node is to go on, a throw of the work becomes an error item for every input item: n8n
 * itself would pass the input rows on as if they were results.
 *
 * @param paidBy - whether a throw of the work can mean now that something was paid for
 * @throws the failure, when the node is to stop on errors
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
    const failure = toFailure(error, paidBy());
    const isTool = isToolCall(context);
    if (context.continueOnFail() || answersWithError(context)) {
      const items = context.getInputData().map((_, at) => toErrorItem(failure, at, isTool));
      return showErrorBranch(node, [items]);
    }
    const told = isTool ? { ...failure, message: tellModel(failure) } : failure;
    const isOurs = error instanceof FailureError;
    // What ends a stopped execution, n8n is to know by itself.
    const isStopped = !isOurs && context.getExecutionCancelSignal()?.aborted === true;
    throw isStopped ? error : toNodeError(node, told, isOurs ? error.itemIndex : undefined);
  }
}

function toNodeError(node: INode, failure: Failure, itemIndex?: number) {
  const { message, description } = failure;
  const error = new NodeOperationError(node, message, { description });
  // n8n puts words of its own in place of a message that holds the code of a network fault.
  error.message = message;
  // No itemIndex: n8n would show it behind the message, counted from 0, beside our rows from 1.
  if (itemIndex !== undefined) error.context.row = itemIndex + 1;
  Object.assign(error.context, detailsOf(failure));
  return error;
}

/**
 * Makes the output item of a failure for nodes that continue. n8n 2.41 sends an item down the error
 * branch only if its json holds nothing but `error`, `message` and `details`; `showErrorBranch` does
 * what older ones need. For a model one text says it all: some versions of n8n give it no other.
 */
export function toErrorItem(failure: Failure, itemIndex: number, isTool: boolean) {
  const details = detailsOf(failure);
  const { message: error, description: message } = failure;
  return {
    json: isTool ? { error: tellModel(failure), details } : { error, message, details },
    pairedItem: { item: itemIndex },
  };
}

const words = ['message', 'description', 'advice'];

/** What a workflow may want to decide by. */
const detailsOf = (failure: Failure) =>
  Object.fromEntries(Object.entries(failure).filter(([name]) => !words.includes(name)));

const keysOfErrorItem = ['error', 'message', 'details'];

const isErrorItem = ({ json }: INodeExecutionData): boolean =>
  json.error !== undefined && Object.keys(json).every((key) => keysOfErrorItem.includes(key));

/**
 * Has every version of n8n send error items down the error branch, whole. New ones know them by
 * their json; older ones pass an item with `details` on as a result, unless it has an `error` of
 * its own beside the json. An enumerable one would make n8n cut the json down to its message.
 */
function showErrorBranch(node: INode, outputs: INodeExecutionData[][]): INodeExecutionData[][] {
  if (node.onError === 'continueErrorOutput')
    for (const item of outputs.flat().filter(isErrorItem))
      // Writable, because some versions take it away again.
      Object.defineProperty(item, 'error', { value: { message: item.json.error }, writable: true });
  return outputs;
}

/**
 * A failure in one text. A model that uses the node as a tool reads nothing else of it, and n8n
 * hands it an error's message alone.
 */
export const tellModel = (failure: Failure): string =>
  [failure.message, failure.description, nextStep(failure)]
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');

/** What the model is to do now; what the person can do, the description says. */
function nextStep({ paid, taskId, reason }: Failure): string {
  // The limit stays what it is, however often it is asked.
  if (reason === 'tooManyVideos') return 'Don’t call this tool again: tell the person.';
  // A row that was never sent, and a wait, cost nothing.
  if (paid === 'no' || reason === 'invalidInput')
    return 'You may call this tool again once that is put right. If you can’t put it right, tell the person.';
  if (taskId === undefined)
    return 'Don’t call this tool again for this video, because it might be charged twice: tell the person.';
  if (reason === 'failed')
    return `Don’t order another video unless the person asks for it: tell them, with the task ID ${taskId}.`;
  return `Don’t create this video again: call Wait for Video with the task ID ${taskId}, or tell the person this ID.`;
}
