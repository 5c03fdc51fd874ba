import { jsonParse, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { operations } from '../generated/contract';

/**
 * Shows what would be sent for an item.
 *
 * @param fingerprint - the request as text, fit to be shown
 */
export function previewItem(fingerprint: string, itemIndex: number): INodeExecutionData {
  const { method, path } = operations.createVideo;
  const request = jsonParse<IDataObject>(fingerprint);
  return {
    json: { preview: true, paid: 'no', method, path, request },
    pairedItem: { item: itemIndex },
  };
}
