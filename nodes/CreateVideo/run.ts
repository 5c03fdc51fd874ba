import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { failEveryItem } from '../errors/failEveryItem';
import { refuseEngineTwo } from '../n8n/engineTwo';
import { isToolCall } from '../n8n/toolCall';
import { openForm, readOperation } from '../parameters/openForm';
import { buildItems } from '../results/buildItems';
import { readShape } from '../results/outputShape';
import { toEnding } from '../results/toEnding';
import { beginVisit } from '../sleep/beginVisit';
import { createAndWait } from './createAndWait';
import { operations } from './fields/operation';
import { hintNext } from './hintNext';
import { openDoor } from './openDoor';
import { placeOrders } from './placeOrders';
import { toWaitItems } from './toWaitItems';

export { testVideoGenApi } from '../service/testCredential';
export { answerCall } from '../callback/answerCall';

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  // Whatever throws has cost nothing, or says itself what it cost.
  return await failEveryItem(context, 'no', async () => {
    refuseEngineTwo(context);
    if (!(await beginVisit(context))) return [[]];
    const operation = readOperation(context, operations);
    return [await (operation === 'create' ? create : createAndWait)(context)];
  });
}

/** The operation "Create": one task per item, which nobody waits for here. */
async function create(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const door = openDoor(context);
  if (await placeOrders(door, async () => await readForm(context))) return [];
  const { shape } = await readForm(context);
  const items = await toWaitItems(door.ledger.pass);
  const endings = await mapInTurns(items, (item) => toEnding(item, () => ({ task: item.created })));
  hintNext(door);
  return await buildItems(context, endings, shape);
}

async function readForm(context: IExecuteFunctions) {
  const form = openForm(context);
  return { shape: await readShape(form, isToolCall(context)), problems: form.problems };
}
