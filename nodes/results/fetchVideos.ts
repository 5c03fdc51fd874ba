import { mapConcurrently } from '../concurrency/mapConcurrently';
import { sleep } from '../concurrency/sleep';
import type { Failure } from '../outcomes/Failure';
import { failureFor } from '../outcomes/tell';
import type { WaitPorts } from '../look/Poll';
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
      if (!download.isTransient || tries === maxTries) {
        const name = tries === 1 ? 'downloadFailed' : 'downloadFailed.often';
        const { status } = tasks[taskId]!.task!;
        const known = { taskId, videoUrl: url, status };
        return { failure: failureFor(name, known, { why: download.reason, tries }) };
      }
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
