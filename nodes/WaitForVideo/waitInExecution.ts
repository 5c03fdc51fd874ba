import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { pollUntilDone } from '../waiting/pollUntilDone';
import { startWait, watchTasks } from '../waiting/watch';
import { connectWorld } from './connectWorld';
import { readItems, readSettings, stopOnBadItems } from './readParameters';
import { outputWithVideos } from './toOutput';

/** Poll mode: waits in this execution for the tasks of all items side by side. */
export async function waitInExecution(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const wishes = readSettings(context);
  const { settings } = wishes;
  const items = readItems(context);
  stopOnBadItems(context, items);
  const taskIds = items.flatMap(({ taskId }) => taskId ?? []);
  const world = await connectWorld(context);
  const start = watchTasks(startWait(), taskIds, world.nowMs(), settings.timeoutMs);
  const ended = await pollUntilDone(start, settings, world);
  return await outputWithVideos(context, world, items, ended, wishes);
}
