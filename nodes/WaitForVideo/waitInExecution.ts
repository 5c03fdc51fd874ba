import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { pollUntilDone } from '../waiting/pollUntilDone';
import { startWait, watchTasks } from '../waiting/watch';
import { connectWorld } from './connectWorld';
import { readItems, readSettings, stopOnBadItems } from './readParameters';
import { outputWithVideos } from './toOutput';
import { timeLimits } from './timeLimits';

/** Poll mode: waits in this execution for the tasks of all items side by side. */
export async function waitInExecution(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = readItems(context);
  const wishes = readSettings(context, items);
  const { settings } = wishes;
  stopOnBadItems(context, items);
  const world = await connectWorld(context);
  const limits = timeLimits(items);
  const start = watchTasks(startWait(), [...limits.keys()], world.nowMs(), limits);
  const ended = await pollUntilDone(start, settings, world);
  return await outputWithVideos(context, world, items, ended, wishes);
}
