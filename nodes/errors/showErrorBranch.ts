import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isErrorItem } from './raise';

/**
 * Has every version of n8n send error items down the error branch, whole. New ones know them by
 * their json; older ones pass an item with `details` on as a result, unless it has an `error` of
 * its own beside the json. An enumerable one would make n8n cut the json down to its message.
 */
export function showErrorBranch(
  context: IExecuteFunctions,
  outputs: INodeExecutionData[][],
): INodeExecutionData[][] {
  if (context.getNode().onError === 'continueErrorOutput')
    for (const item of outputs.flat().filter(isErrorItem))
      Object.defineProperty(item, 'error', {
        value: { message: item.json.error },
        // Some versions take it away again.
        writable: true,
      });
  return outputs;
}
