import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failEveryItem } from '../errors/failEveryItem';
import { toNodeError } from '../errors/raise';
import { connectWorld } from '../look/connectWorld';
import { readOperation } from '../parameters/openForm';
import { buildItems } from '../results/buildItems';
import { readWishes, type Wishes } from '../results/readWishes';
import { findItems, giveOut, waitForVideos } from '../results/waitForVideos';
import type { WaitItem } from '../results/WaitItem';
import { beginVisit } from '../sleep/beginVisit';
import { operations } from './fields';
import { describeStop, lookOnce } from './getStatus';
import { findStop, readItems } from './readItems';

export { answerCall } from '../callback/answerCall';

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  return await failEveryItem(context, 'unknown', async () => {
    if (!(await beginVisit(context))) return [[]];
    const operation = readOperation(context, operations);
    const { items, wishes } = await readForm(context);
    return [await (operation === 'getStatus' ? getStatus : wait)(context, items, wishes)];
  });
}

/** @throws what is wrong with the form, before anything is asked */
async function readForm(
  context: IExecuteFunctions,
): Promise<{ items: WaitItem[]; wishes: Wishes }> {
  const items =
    findItems(context) ??
    (await readItems(context.getInputData(), (itemIndex) => {
      // A row whose file name can't be read fails on its own.
      context.getNodeParameter('options.fileName', itemIndex, '');
      return context.getNodeParameter('taskId', itemIndex, '');
    }));
  const { wishes, problems } = await readWishes(context);
  const stop = findStop(problems, items, !context.continueOnFail());
  if (stop !== undefined) throw toNodeError(context.getNode(), stop.failure, stop.itemIndex);
  return { items, wishes };
}

/** The operation "Wait": the finished task of each item. */
async function wait(context: IExecuteFunctions, items: WaitItem[], wishes: Wishes) {
  const visit = await waitForVideos(context, items, wishes, true);
  if (visit.kind === 'asleep') return [];
  return await giveOut(context, items, visit.endings, wishes);
}

/** The operation "Get Status": the task of each item as it is now. */
async function getStatus(context: IExecuteFunctions, items: WaitItem[], { shape }: Wishes) {
  const taskIds = items.flatMap(({ taskId }) => taskId ?? []);
  const endings = await lookOnce(items, await connectWorld(context, taskIds));
  const stop = context.continueOnFail() ? undefined : describeStop(endings);
  if (stop !== undefined) throw toNodeError(context.getNode(), stop.failure, stop.itemIndex);
  return await buildItems(context, endings, shape);
}
