import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { pollUntilDone } from '../waiting/pollUntilDone';
import { startWait, watchTasks } from '../waiting/watch';
import { connectWorld } from './connectWorld';
import { fetchVideos } from './fetchVideos';
import { readItems, readSettings, stopOnBadItems } from './readParameters';
import { toOutput } from './toOutput';

/** Poll mode: waits in this execution for the tasks of all items side by side. */
export async function waitInExecution(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const { settings, options, download } = readSettings(context);
  const items = readItems(context);
  stopOnBadItems(context, items);
  const taskIds = items.flatMap(({ taskId }) => taskId ?? []);
  const world = await connectWorld(context);
  const start = watchTasks(startWait(), taskIds, world.nowMs(), settings.timeoutMs);
  const ended = await pollUntilDone(start, settings, world);
  if (download === undefined) return toOutput(context, items, ended, options);

  const limits = { ...download, concurrency: settings.concurrency };
  const { videos, state } = await fetchVideos(context, world, ended, limits);
  return toOutput(context, items, state, options, { byTask: videos, field: download.field });
}
