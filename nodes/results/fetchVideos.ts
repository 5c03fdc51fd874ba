import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { sleep } from '../concurrency/sleep';
import { warnOfMemory } from '../n8n/warnOfMemory';
import { guardAddresses } from '../service/download/addressGuard';
import { downloadVideo, type Download } from '../service/download/downloadVideo';
import type { Failure } from '../errors/Failure';
import { resultUrl } from '../tasks/resultUrl';
import type { ConnectedWorld } from '../look/connectWorld';
import type { WaitState } from '../look/WaitState';

/** The file of one task, or why there is none. */
export type Video =
  { binary: IBinaryData; failure?: undefined } | { binary?: undefined; failure: Failure };

const maxTries = 3;

/** Files come from elsewhere than the service's answers, and fill the network long before them. */
const downloadsAtOnce = 10;

/** Larger than any video of a few minutes: what streams on beyond it is none. */
const largestFileBytes = 1_000_000_000;

const requestTimeoutMs = 30_000;

/**
 * Downloads the video of each of the tasks that is completed, once, however many items name it.
 *
 * @param keys - what the wait knows the tasks by
 * @returns the videos by key, and the state with what was read anew for expired links
 */
export async function fetchVideos(
  context: IExecuteFunctions,
  world: ConnectedWorld,
  start: WaitState,
  keys: ReadonlySet<string>,
): Promise<{ videos: Map<string, Video>; state: WaitState }> {
  const videos = new Map<string, Video>();
  const tasks = { ...start.tasks };
  const completed = [...keys].filter((key) => tasks[key]?.outcome === 'completed');
  if (completed.length === 0) return { videos, state: start };
  const mayFetch = await guardAddresses(context, world.baseUrl);

  const reread = async (key: string) => {
    const answer = await world.ask(key, requestTimeoutMs, world.signal);
    const taskWait = tasks[key];
    if (answer.kind !== 'task' || resultUrl(answer.task) === undefined || taskWait === undefined)
      return;
    tasks[key] = { ...taskWait, task: answer.task };
  };

  const fetchOne = async (key: string): Promise<Video> => {
    let readAgain = false;
    for (let tries = 1; ;) {
      const url = resultUrl(tasks[key]?.task ?? { status: '' }) ?? '';
      const download = await downloadVideo(context, key, url, mayFetch, largestFileBytes);
      if (download.kind === 'saved') return { binary: download.binary };
      if (download.kind === 'linkRefused' && !readAgain) {
        readAgain = true;
        await reread(key);
      } else if (download.kind === 'interrupted' && tries < maxTries) {
        await sleep(1000 * 2 ** (tries - 1), world.signal);
        tries += 1;
      } else return { failure: describeDownloadFailure(key, url, download) };
    }
  };

  await mapConcurrently(completed, downloadsAtOnce, async (key) => {
    videos.set(key, await fetchOne(key));
  });
  warnOfMemory(
    context,
    [...videos.values()].flatMap(({ binary }) => binary ?? []),
  );
  return { videos, state: { ...start, tasks } };
}

type FailedDownload = Exclude<Download, { kind: 'saved' }>;

function describeDownloadFailure(
  taskId: string,
  videoUrl: string,
  { kind, reason }: FailedDownload,
): Failure {
  const next: Record<FailedDownload['kind'], string> = {
    linkRefused: 'The link may have expired, and the service gave us no other that works.',
    interrupted: `We tried ${maxTries} times.`,
    unusable: 'Trying again won’t help by itself: look at the address.',
  };
  return {
    message: `The video of task ${taskId} couldn’t be downloaded: ${reason}`,
    description: `The task is completed and was charged when it was created, so don’t create it again. ${next[kind]} Run Wait for Video with this task ID to download the video; that costs nothing.`,
    reason: 'downloadFailed',
    paid: 'yes',
    taskId,
    videoUrl,
  };
}
