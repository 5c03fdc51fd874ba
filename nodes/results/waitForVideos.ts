import type { IExecuteFunctions } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { describeFailure, waitedSeconds } from '../look/describeFailure';
import { connectPorts } from '../look/Poll';
import type { WaitSettings } from '../look/settings';
import { expectCreated, waitForTasks, type TaskWait } from '../look/WaitState';
import type { Task } from '../generated/types';
import { connectService } from '../service/connectService';
import { openFilePorts } from '../service/download/n8nFiles';
import { waitAsleep } from '../sleep/waitAsleep';
import { layOver } from '../tasks/taskJson';
import { fetchVideos, type Video } from './fetchVideos';
import type { Wishes } from './readWishes';
import { tellWait } from './summarize';
import { toEnding, type Ending, type TaskEnding, type WaitItem } from './toEnding';

/**
 * One visit of a waiting node: waits for the tasks of all items side by side, and fetches the files
 * that are wanted.
 *
 * @param items - one per input item
 * @param isReadOnce - whether later visits are to find the items again by `readBefore`
 * @returns what came of each item; undefined when the execution sleeps
 * @throws what keeps the node from waiting, or from waiting on
 */
export async function waitForVideos(
  context: IExecuteFunctions,
  items: WaitItem[],
  { settings, stayAwake, download }: Wishes,
  isReadOnce = false,
): Promise<Ending[] | undefined> {
  const taskIds = items.flatMap(({ taskId }) => taskId ?? []);
  const service = taskIds.length === 0 ? undefined : await connectService(context);
  const ports = connectPorts(context, service);
  const wait = await waitAsleep(context, ports, {
    taskIds,
    settings,
    stayAwake,
    ...(isReadOnce && { read: items }),
    tell: (state) => tellWait(items, state),
    watch: async (state, all, nowMs) =>
      waitForTasks(state, all, nowMs, settings.timeoutMs, knownOf(items, nowMs, settings)),
  });
  if (wait === undefined) return undefined;
  let state = wait;
  let videos = new Map<string, Video>();
  if (download && service !== undefined) {
    const files = await openFilePorts(context, service.baseUrl);
    ({ videos, state } = await fetchVideos(ports, files, state, taskIds));
  }
  return await mapInTurns(items, (item) =>
    toEnding(item, (id) => readTask(id, state.tasks[id]!, item.created, videos.get(id))),
  );
}

/** What is known of the tasks that this node has created. */
function knownOf(items: readonly WaitItem[], nowMs: number, settings: WaitSettings) {
  const known = new Map<string, Partial<TaskWait>>();
  for (const { taskId, created, createdAtMs } of items)
    if (taskId !== undefined && created !== undefined && createdAtMs !== undefined)
      known.set(taskId, expectCreated(created, createdAtMs, nowMs, settings));
  return known;
}

/** What came of a task whose wait is over. */
function readTask(
  taskId: string,
  taskWait: TaskWait,
  created: Task | undefined,
  video: Video | undefined,
): TaskEnding {
  const { outcome, polls, task } = taskWait;
  if (outcome !== 'completed')
    return { failure: describeFailure(outcome!, taskId, taskWait, created) };
  if (video?.failure !== undefined) return { failure: video.failure };
  const own = { outcome, polls, waitedSeconds: waitedSeconds(taskWait) };
  return { task: layOver(created, task!), own, ...(video !== undefined && { file: video.file }) };
}
