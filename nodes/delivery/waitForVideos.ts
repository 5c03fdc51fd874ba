import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { connectWorld } from '../sleeping/connectWorld';
import { showSleep } from '../sleeping/showSleep';
import { waitAsleep } from '../sleeping/waitAsleep';
import { watchTasks } from '../waiting/watch';
import type { Wishes } from './readParameters';
import { timeLimits } from './timeLimits';
import { isFailure, outputWithVideos } from './toOutput';
import type { WaitItem } from './WaitItem';

/**
 * One visit of the node: waits for the tasks of all items side by side.
 *
 * @param items - one per input item
 */
export async function waitForVideos(
  context: IExecuteFunctions,
  items: WaitItem[],
  wishes: Wishes,
): Promise<INodeExecutionData[]> {
  const world = await connectWorld(
    context,
    items.map(({ taskId }) => taskId),
  );
  const limits = timeLimits(items);
  const itemsOf = groupByTask(items);
  const visit = await waitAsleep(context, world, {
    accounts: world.accounts.length,
    taskIds: items.flatMap(({ taskId }) => taskId ?? []),
    settings: wishes.settings,
    choices: wishes.choices,
    watch: (state, taskIds, nowMs) => watchTasks(state, taskIds, nowMs, limits),
    // A failure that is to stop the node waits for the others.
    mayLeave: (taskId, state) =>
      context.continueOnFail() ||
      !itemsOf(taskId).some((item) => isFailure(item, state, wishes.options)),
  });
  if (visit.kind === 'asleep') return showSleep(items, visit.state, visit.untilMs);

  // Items that name no task leave with the last.
  const leaves = ({ taskId }: WaitItem) =>
    taskId === undefined ? visit.kind === 'ended' : visit.leaving.has(taskId);
  return await outputWithVideos(context, world, items.filter(leaves), visit.state, wishes);
}

/** The items that name a task, found without looking at all. */
function groupByTask(items: WaitItem[]): (taskId: string) => WaitItem[] {
  const groups = new Map<string, WaitItem[]>();
  for (const item of items) {
    if (item.taskId === undefined) continue;
    const group = groups.get(item.taskId);
    if (group === undefined) groups.set(item.taskId, [item]);
    else group.push(item);
  }
  return (taskId) => groups.get(taskId) ?? [];
}
