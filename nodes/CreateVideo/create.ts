import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { openForm } from '../results/openForm';
import { readShape, shapeJson } from '../results/outputShape';
import { toErrorItem } from '../errors/raise';
import { requestField, taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { keepApart, taskJson } from '../tasks/taskJson';
import type { Result } from './pay/Result';
import { hintNext } from './hintNext';
import { orderedBeforeJson } from './pay/orderedBefore';
import { placeOrders } from './placeOrders';
import type { Plan } from './order/planItems';
import { previewJson } from './order/previewJson';

/** The operation "Create": one task per item, which nobody waits for here. */
export async function create(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const form = await openForm(context, 'skip');
  const shape = readShape(form);
  const checks = { problems: form.problems, ofRow: () => undefined };
  const { plans, results } = await placeOrders(context, { checks, next: 'retry' });
  const show = (json: IDataObject, itemIndex: number) => shapeJson(context, json, itemIndex, shape);
  const items = await mapInTurns(results, (result, index) =>
    toItem(result, index, plans[index]?.label, show),
  );
  if (!plans.some(isCalledBack))
    hintNext(context, results.filter(({ kind }) => kind === 'accepted').length);
  return items.flat();
}

/** Whether another workflow goes on with the video. */
const isCalledBack = ({ order }: Plan) => order?.request[requestField.callbackUrl] !== undefined;

function toItem(
  result: Result,
  itemIndex: number,
  label: string | undefined,
  show: (json: IDataObject, itemIndex: number) => IDataObject,
): INodeExecutionData[] {
  const own = label === undefined ? {} : { label };
  const pairedItem = { item: itemIndex };
  switch (result.kind) {
    case 'accepted': {
      const task = taskJson(String(result.task[taskField.id]), result.task as Task);
      return [{ json: show(keepApart(task, { paid: 'yes', ...own }), itemIndex), pairedItem }];
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
