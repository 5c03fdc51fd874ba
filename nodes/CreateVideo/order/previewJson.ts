import { jsonParse, type IDataObject } from 'n8n-workflow';
import { operations } from '../../generated/contract';

/**
 * Shows what would be sent for an item.
 *
 * @param fingerprint - the request as text, fit to be shown
 */
export function previewJson(fingerprint: string): IDataObject {
  const { method, path } = operations.createVideo;
  const request = jsonParse<IDataObject>(fingerprint);
  return { preview: true, paid: 'no', method, path, request };
}
