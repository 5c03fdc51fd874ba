import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { openForm } from '../results/openForm';
import { readShape, shapeJson } from '../results/outputShape';
import { toErrorItem } from '../errors/raise';
import { requestField, taskField } from '../generated/contract';
import type { Task } from '../generated/types';
import { keepApart, taskJson } from '../tasks/taskJson';
import { hasSlept } from '../sleep/putToSleep';
import { failAll } from './failCreated';
import { openLedger } from './openLedger';
import { hintNext } from './hintNext';
import { failureOf, orderedBeforeJson } from './pay/orderedBefore';
import type { Row } from './pay/Pass';
import { placeOrders } from './placeOrders';
import { previewJson } from './order/previewJson';

/** The operation "Create": one task per item, which nobody waits for here. */
export async function create(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  if (hasSlept(context.getInputData()) && openLedger(context).isNew) return failAll(context);
  const prepare = async () => {
    const { problems } = await readForm(context);
    return { checks: { problems, ofRow: () => undefined } };
  };
  const placed = await placeOrders(context, { prepare, next: 'retry' });
  if (placed.kind === 'stored') return placed.shown;
  const { shape } = await readForm(context);
  const show = (json: IDataObject, itemIndex: number) => shapeJson(context, json, itemIndex, shape);
  const rows = Object.values(placed.ledger.pass.rows);
  const items = await mapInTurns(rows, (row, index) => toItem(row, index, show));
  if (!rows.some(isCalledBack))
    hintNext(context, rows.filter(({ result }) => result.kind === 'accepted').length);
  return items.flat();
}

async function readForm(context: IExecuteFunctions) {
  const form = await openForm(context, 'skip');
  return { shape: readShape(form), problems: form.problems };
}

/** Whether another workflow goes on with the video. */
const isCalledBack = ({ request }: Row) => request.includes(`"${requestField.callbackUrl}":`);

function toItem(
  { result, label }: Row,
  itemIndex: number,
  show: (json: IDataObject, itemIndex: number) => IDataObject,
): INodeExecutionData[] {
  const own = label === undefined ? {} : { label };
  const pairedItem = { item: itemIndex };
  const failure = failureOf(result);
  if (failure !== undefined) return [toErrorItem({ ...failure, ...own }, itemIndex)];
  switch (result.kind) {
    case 'accepted': {
      const task = taskJson(String(result.task[taskField.id]), result.task as Task);
      return [{ json: show(keepApart(task, { paid: 'yes', ...own }), itemIndex), pairedItem }];
    }
    case 'preview':
      return [{ json: previewJson(result.fingerprint), pairedItem }];
    case 'orderedBefore': {
      const before = orderedBeforeJson(result.orderKey, result.taskId!);
      return [{ json: { ...before, ...own }, pairedItem }];
    }
    default:
      return [];
  }
}
