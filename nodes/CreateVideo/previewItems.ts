import { jsonParse, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { toErrorItem } from '../errors/raise';
import { operations } from '../generated/contract';
import type { Plan } from './planItems';

/** Shows what would be sent for each item. Sends nothing. */
export function previewItems(plans: readonly Plan[]): INodeExecutionData[] {
  const { method, path } = operations.createVideo;
  return plans.map((plan, itemIndex) =>
    'failure' in plan
      ? toErrorItem(plan.failure, itemIndex)
      : {
          json: { preview: true, method, path, request: jsonParse<IDataObject>(plan.fingerprint) },
          pairedItem: { item: itemIndex },
        },
  );
}
