import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { requestField } from '../generated/contract';
import type { Task } from '../generated/types';
import { isToolCall } from '../n8n/toolCall';
import { openForm } from '../parameters/openForm';
import { buildItems } from '../results/buildItems';
import { readShape } from '../results/outputShape';
import { toEnding } from '../results/toEnding';
import { hasSlept } from '../sleep/putToSleep';
import { failAll } from './failCreated';
import { hintNext } from './hintNext';
import { openLedger } from './openLedger';
import type { Row } from './pay/Pass';
import { placeOrders } from './placeOrders';
import { toWaitItem } from './toWaitItems';

/** The operation "Create": one task per item, which nobody waits for here. */
export async function create(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  if (hasSlept(context.getInputData()) && openLedger(context).isNew) return failAll(context);
  const prepare = async () => {
    const { problems } = await readForm(context);
    return { problems };
  };
  const placed = await placeOrders(context, { prepare, next: 'retry' });
  if (placed.kind === 'stored') return placed.shown;
  const { shape } = await readForm(context);
  const rows = Object.values(placed.ledger.pass.rows);
  const endings = await mapInTurns(rows, (row, itemIndex) => {
    const { result } = row;
    const task = result.kind === 'accepted' ? (result.task as Task) : undefined;
    return toEnding(toWaitItem(row, itemIndex), () => ({ task }));
  });
  hintNext(context, { rows, isCalledBack: rows.some(isCalledBack) });
  return await buildItems(context, endings, shape);
}

async function readForm(context: IExecuteFunctions) {
  const form = await openForm(context);
  return { shape: readShape(form, isToolCall(context)), problems: form.problems };
}

/** Whether another workflow goes on with the video. */
const isCalledBack = ({ request }: Row) => request.includes(`"${requestField.callbackUrl}":`);
