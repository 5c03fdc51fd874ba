import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { isToolCall } from '../n8n/toolCall';
import { openForm } from '../parameters/openForm';
import { buildItems } from '../results/buildItems';
import { readShape } from '../results/outputShape';
import { toEnding } from '../results/toEnding';
import { hintNext } from './hintNext';
import { openLedger } from './openLedger';
import { placeOrders } from './placeOrders';
import { toWaitItems } from './toWaitItems';

/** The operation "Create": one task per item, which nobody waits for here. */
export async function create(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const ledger = openLedger(context);
  const placed = await placeOrders(context, ledger, async () => await readForm(context));
  if (placed.kind === 'stored') return placed.shown;
  const { shape } = await readForm(context);
  const items = await toWaitItems(ledger.pass);
  const endings = await mapInTurns(items, (item) => toEnding(item, () => ({ task: item.created })));
  hintNext(context, Object.values(ledger.pass.rows));
  return await buildItems(context, endings, shape);
}

async function readForm(context: IExecuteFunctions) {
  const form = openForm(context);
  return { shape: await readShape(form, isToolCall(context)), problems: form.problems };
}
