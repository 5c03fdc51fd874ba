import type { IExecuteFunctions } from 'n8n-workflow';
import { mapInTurns, mapConcurrently } from '../concurrency/mapItems';
import { sleep } from '../concurrency/sleep';
import type { Task } from '../generated/types';
import { describeFailure, waitedSeconds } from '../look/describeFailure';
import { connectPorts, type WaitPorts } from '../look/Poll';
import { waitForTasks, type TaskWait } from '../look/WaitState';
import { failureFor } from '../outcomes/Failure';
import { connectService } from '../service/connectService';
import { downloadVideo } from '../service/downloadVideo';
import { openFilePorts, type FilePorts } from '../service/filePorts';
import { waitAsleep } from '../sleep/waitAsleep';
import { resultUrl } from '../tasks/endOf';
import { layOver } from '../tasks/taskJson';
import { toRowOutcome, type RowOutcome, type TaskOutcome, type WaitItem } from './rowOutcome';
import { tellWait } from './summarize';
import type { RunOptions } from './waitOptions';

const maxTries = 3;

/** These already fill the network. */
const downloadsAtOnce = 10;

/**
 * Waits for the tasks of all items side by side, and downloads the videos if wanted.
 *
 * @param isReadOnce - whether later visits should find the items again by `readBefore`
 * @returns undefined while the execution sleeps
 * @throws what keeps the node from waiting
 */
export async function waitForVideos(
  context: IExecuteFunctions,
  items: WaitItem[],
  { settings, stayAwake, download }: RunOptions,
  isReadOnce = false,
): Promise<RowOutcome[] | undefined> {
  const taskIds = items.flatMap(({ taskId }) => taskId ?? []);
  const service = taskIds.length === 0 ? undefined : await connectService(context);
  const ports = connectPorts(context, service);
  const wait = await waitAsleep(context, ports, {
    taskIds,
    settings,
    stayAwake,
    ...(isReadOnce && { read: items }),
    tell: (state) => tellWait(items, state),
    watch: (state, nowMs) => waitForTasks(state, items, nowMs, settings),
  });
  if (wait === undefined) return undefined;
  const { tasks } = wait;
  const videos = new Map<string, TaskOutcome>();
  if (download && service !== undefined) {
    const files = await openFilePorts(context, service.baseUrl);
    const completed = [...new Set(taskIds)].filter((id) => tasks[id]!.outcome === 'completed');
    await mapConcurrently(completed, downloadsAtOnce, async (id) => {
      videos.set(id, await fetchVideo(ports, files, id, tasks[id]!.task!));
    });
  }
  return await mapInTurns(items, (item) =>
    toRowOutcome(item, (id) => toTaskOutcome(id, tasks[id]!, item.created, videos.get(id))),
  );
}

/** Downloads the video of a completed task; the link may have expired, so it asks for a new one. */
async function fetchVideo(
  { ask, signal }: WaitPorts,
  files: FilePorts,
  taskId: string,
  completed: Task,
): Promise<TaskOutcome> {
  let task = completed;
  for (let tries = 1; ; tries++) {
    const videoUrl = resultUrl(task)!;
    const download = await downloadVideo(files, taskId, videoUrl);
    if (download.reason === undefined) return { task, file: download.file };
    if (!download.isTransient || tries === maxTries) {
      const name = tries === 1 ? 'downloadFailed' : 'downloadFailed.often';
      const said = { taskId, videoUrl, status: task.status };
      return { failure: failureFor(name, said, { why: download.reason, tries }) };
    }
    await sleep(1000 * 2 ** (tries - 1), signal);
    const answer = await ask(taskId, signal);
    if (answer.kind === 'task' && resultUrl(answer.task) !== undefined) task = answer.task;
  }
}

function toTaskOutcome(
  taskId: string,
  wait: TaskWait,
  created: Task | undefined,
  video: TaskOutcome = { task: wait.task },
): TaskOutcome {
  const { outcome, polls } = wait;
  if (outcome !== 'completed') return { failure: describeFailure(outcome!, taskId, wait, created) };
  if (video.failure !== undefined) return video;
  const own = { outcome, polls, waitedSeconds: waitedSeconds(wait) };
  return { ...video, task: layOver(created, video.task!), own };
}
