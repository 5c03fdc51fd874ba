import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failEveryItem } from '../errors/failEveryItem';
import { readOperation } from '../parameters/readOperation';
import { findItems, giveOut, waitForVideos } from '../results/waitForVideos';
import { beginVisit } from '../sleep/beginVisit';
import { operations } from './fields';
import { getStatus } from './getStatus';
import { readItems, readSettings } from './readItems';

export { answerCall } from '../callback/answerCall';

/** One run of the node, or one visit where it has slept. */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  return await failEveryItem(context, 'unknown', async () => {
    if (!(await beginVisit(context))) return [[]];
    const operation = readOperation(context, operations);
    return [await (operation === 'getStatus' ? getStatus : wait)(context)];
  });
}

/** The operation "Wait": the finished task of each item. */
export async function wait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = findItems(context) ?? (await readItems(context));
  const wishes = await readSettings(context, items);
  const visit = await waitForVideos(context, items, wishes, true);
  if (visit.kind === 'asleep') return visit.shown;
  return await giveOut(context, items, visit.endings, wishes);
}
