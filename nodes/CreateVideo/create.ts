import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/mapInTurns';
import { toErrorItem } from '../errors/raise';
import { taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { keepApart } from '../tasks/keepApart';
import { taskJson } from '../tasks/taskJson';
import type { Result } from './createVideos';
import { orderedBeforeJson } from './orderedBefore';
import { placeOrders } from './placeOrders';
import { previewJson } from './previewJson';

/** The operation "Create": one task per item, which nobody waits for here. */
export async function create(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { plans, results } = await placeOrders(context, { next: 'retry' });
  const items = await mapInTurns(results, (result, index) =>
    toItem(result, index, plans[index]?.label),
  );
  return items.flat();
}

function toItem(
  result: Result,
  itemIndex: number,
  label: string | undefined,
): INodeExecutionData[] {
  const own = label === undefined ? {} : { label };
  const pairedItem = { item: itemIndex };
  switch (result.kind) {
    case 'accepted': {
      const task = taskJson(String(result.task[taskField.id]), result.task as Task);
      return [{ json: keepApart(task, { paid: 'yes', ...own }), pairedItem }];
    }
    case 'preview':
      return [{ json: previewJson(result.fingerprint), pairedItem }];
    case 'orderedBefore': {
      const before = orderedBeforeJson(result.orderKey, result.taskId);
      return [{ json: { ...before, ...own }, pairedItem }];
    }
    case 'notTried':
      return [];
    default:
      return [toErrorItem({ ...result.failure, ...own }, itemIndex)];
  }
}
