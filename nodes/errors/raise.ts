import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type INode,
  type INodeExecutionData,
  type JsonObject,
} from 'n8n-workflow';
import type { Failure } from './Failure';

/** What an error of ours was made of. */
const failures = new WeakMap<object, Failure>();

/**
 * Makes the error that n8n shows for a failure.
 *
 * @param node - the node that failed
 * @param failure - what happened
 * @param itemIndex - the input item it happened to, where it is about one
 */
export function toNodeError(
  node: INode,
  failure: Failure,
  itemIndex?: number,
): NodeApiError | NodeOperationError {
  const { message, description, httpStatus } = failure;
  const error =
    httpStatus === undefined
      ? new NodeOperationError(node, message, { description })
      : new NodeApiError(node, { message } as JsonObject, {
          message,
          description,
          httpCode: String(httpStatus),
        });
  // n8n puts words of its own in place of a message that holds the code of a network fault.
  error.message = message;
  // No itemIndex: n8n would show it behind the message, counted from 0, beside our rows from 1.
  const row = itemIndex === undefined ? {} : { row: itemIndex + 1 };
  Object.assign(error.context, row, detailsOf(failure));
  failures.set(error, failure);
  return error;
}

/** The failure that `toNodeError` made this error of. */
export const failureOf = (error: unknown): Failure | undefined => failures.get(Object(error));

/**
 * Makes the output item of a failure for nodes that continue. n8n 2.41 sends an item down the error
 * branch only if its json holds nothing but `error`, `message` and `details`; `showErrorBranch` does
 * what older ones need.
 */
export function toErrorItem(failure: Failure, itemIndex: number): INodeExecutionData {
  return {
    json: {
      error: failure.message,
      message: failure.description,
      details: detailsOf(failure),
    },
    pairedItem: { item: itemIndex },
  };
}

/** What a workflow may want to decide by. */
function detailsOf(failure: Failure): IDataObject {
  const details: Partial<Failure> = { ...failure };
  for (const words of ['message', 'description', 'advice'] as const) delete details[words];
  return details as IDataObject;
}

const keysOfErrorItem = ['error', 'message', 'details'];

/** Whether an output item tells of a failure. */
export const isErrorItem = ({ json }: INodeExecutionData): boolean =>
  json.error !== undefined && Object.keys(json).every((key) => keysOfErrorItem.includes(key));

/**
 * Has every version of n8n send error items down the error branch, whole. New ones know them by
 * their json; older ones pass an item with `details` on as a result, unless it has an `error` of
 * its own beside the json. An enumerable one would make n8n cut the json down to its message.
 */
export function showErrorBranch(
  node: INode,
  outputs: INodeExecutionData[][],
): INodeExecutionData[][] {
  if (node.onError === 'continueErrorOutput')
    for (const item of outputs.flat().filter(isErrorItem))
      Object.defineProperty(item, 'error', {
        value: { message: item.json.error },
        // Some versions take it away again.
        writable: true,
      });
  return outputs;
}
