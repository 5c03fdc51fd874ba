import { operations } from '../../generated/contract';
import type { Fields } from '../../tasks/taskJson';

/**
 * Shows what would be sent for an item.
 *
 * @param fingerprint - the request as text, fit to be shown
 */
export function previewJson(fingerprint: string): Fields {
  const { method, path } = operations.createVideo;
  const request = JSON.parse(fingerprint) as Fields;
  return { preview: true, paid: 'no', method, path, request };
}
