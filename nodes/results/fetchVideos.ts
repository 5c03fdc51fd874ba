import { mapConcurrently } from '../concurrency/mapConcurrently';
import { sleep } from '../concurrency/sleep';
import type { Failure } from '../errors/Failure';
import type { WaitPorts } from '../look/lookUntilDone';
import type { WaitState } from '../look/WaitState';
import { downloadVideo } from '../service/download/downloadVideo';
import type { FilePorts, StoredFile } from '../service/download/n8nFiles';
import { resultUrl } from '../tasks/endOf';

/** The file of one task, or why there is none. */
export type Video =
  { file: StoredFile; failure?: undefined } | { file?: undefined; failure: Failure };

const maxTries = 3;

/** Files come from elsewhere than the service's answers, and fill the network long before them. */
const downloadsAtOnce = 10;

/** @param tries - how often the file was asked for */
const notDownloaded = (
  taskId: string,
  videoUrl: string,
  reason: string,
  tries: number,
): Failure => ({
  message: `The video of task ${taskId} couldn’t be downloaded: ${reason}`,
  description: `The task is completed and was charged when it was created, so don’t create it again. ${
    tries > 1
      ? `We tried ${tries} times, with a new link from the service.`
      : 'Trying again won’t help by itself: look at the address.'
  } Run Wait for Video with this task ID to download the video; that costs nothing.`,
  reason: 'downloadFailed',
  paid: 'yes',
  taskId,
  videoUrl,
});

/**
 * Downloads the video of each of the tasks that is completed, once, however many items name it.
 *
 * @returns the videos by task ID, and the state with what was read anew for expired links
 */
export async function fetchVideos(
  service: Pick<WaitPorts, 'ask' | 'signal'>,
  files: FilePorts,
  start: WaitState,
  taskIds: readonly string[],
): Promise<{ videos: Map<string, Video>; state: WaitState }> {
  const videos = new Map<string, Video>();
  const tasks = { ...start.tasks };
  const completed = [...new Set(taskIds)].filter((id) => tasks[id]?.outcome === 'completed');

  const readAgain = async (taskId: string) => {
    const answer = await service.ask(taskId, service.signal);
    if (answer.kind === 'task' && resultUrl(answer.task) !== undefined)
      tasks[taskId] = { ...tasks[taskId]!, task: answer.task };
  };

  const fetchOne = async (taskId: string): Promise<Video> => {
    for (let tries = 1; ; tries++) {
      const url = resultUrl(tasks[taskId]!.task!)!;
      const download = await downloadVideo(files, taskId, url);
      if (download.reason === undefined) return download;
      if (!download.isTransient || tries === maxTries)
        return { failure: notDownloaded(taskId, url, download.reason, tries) };
      await sleep(1000 * 2 ** (tries - 1), service.signal);
      // The link may have expired.
      await readAgain(taskId);
    }
  };

  await mapConcurrently(completed, downloadsAtOnce, async (taskId) => {
    videos.set(taskId, await fetchOne(taskId));
  });
  return { videos, state: { tasks } };
}
