import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { connectWorld } from '../sleeping/connectWorld';
import { showSleep } from '../sleeping/showSleep';
import { waitAsleep } from '../sleeping/waitAsleep';
import { readItems, readSettings, stopOnBadItems, type WaitItem } from './readParameters';
import { isFailure, outputWithVideos } from './toOutput';
import { watchItems } from './watchItems';

/** One visit of the node: waits for the tasks of all items side by side. */
export async function waitForVideos(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = readItems(context);
  const wishes = readSettings(context, items);
  stopOnBadItems(context, items);
  const world = await connectWorld(context);
  const itemsOf = (taskIds: ReadonlySet<string>) =>
    items.filter(({ taskId }) => taskId !== undefined && taskIds.has(taskId));
  const visit = await waitAsleep(context, world, {
    taskIds: items.flatMap(({ taskId }) => taskId ?? []),
    settings: wishes.settings,
    choices: wishes.choices,
    watch: (state, taskIds, nowMs) => watchItems(state, itemsOf(new Set(taskIds)), nowMs),
    // A failure that is to stop the node waits for the others.
    mayLeave: (taskId, state) =>
      context.continueOnFail() ||
      !itemsOf(new Set([taskId])).some((item) => isFailure(item, state, wishes.options)),
  });
  if (visit.kind === 'asleep') return showSleep(items, visit.state, visit.untilMs);

  // Items that name no task leave with the last.
  const leaves = ({ taskId }: WaitItem) =>
    taskId === undefined ? visit.kind === 'ended' : visit.leaving.has(taskId);
  return await outputWithVideos(context, world, items.filter(leaves), visit.state, wishes);
}
