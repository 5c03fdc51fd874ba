import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readSettings } from '../delivery/readParameters';
import { waitForVideos } from '../delivery/waitForVideos';
import { readItems, stopOnBadItems } from './readItems';

/** The operation "Wait": the finished task of each item. */
export async function wait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = await readItems(context);
  const wishes = await readSettings(context, items);
  stopOnBadItems(context, items);
  const delivery = await waitForVideos(context, items, wishes);
  return await delivery.output();
}
