import {
  NodeApiError,
  NodeOperationError,
  type IDataObject,
  type INode,
  type INodeExecutionData,
  type JsonObject,
} from 'n8n-workflow';
import type { Failure } from './Failure';

/**
 * Makes the error that n8n shows for a failure.
 *
 * @param node - the node that failed
 * @param failure - what happened
 * @param itemIndex - the input item it happened to
 */
export function toNodeError(
  node: INode,
  failure: Failure,
  itemIndex: number,
): NodeApiError | NodeOperationError {
  const { message, description, advice: _, ...details } = failure;
  const { httpStatus } = details;
  const error =
    httpStatus === undefined
      ? new NodeOperationError(node, message, { description, itemIndex })
      : new NodeApiError(node, { message } as JsonObject, {
          message,
          description,
          httpCode: String(httpStatus),
          itemIndex,
        });
  Object.assign(error.context, details);
  return error;
}

/**
 * Makes the output item of a failure for nodes that continue. n8n sends an item down the error
 * branch only if its json holds nothing but `error`, `message` and `details`.
 */
export function toErrorItem(failure: Failure, itemIndex: number): INodeExecutionData {
  const { message, description, advice: _, ...details } = failure;
  return {
    json: { error: message, message: description, details: details as IDataObject },
    pairedItem: { item: itemIndex },
  };
}
