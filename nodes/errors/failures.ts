import type { Failure } from './Failure';

/** @param tries - how often the file was asked for */
export const videoNotDownloaded = (
  taskId: string,
  videoUrl: string,
  reason: string,
  tries: number,
): Failure => ({
  message: `The video of task ${taskId} couldn’t be downloaded: ${reason}`,
  description: [
    'The task is completed and was charged when it was created, so don’t create it again.',
    tries > 1
      ? `We tried ${tries} times, with a new link from the service.`
      : 'Trying again won’t help by itself: look at the address.',
    'Run Wait for Video with this task ID to download the video; that costs nothing.',
  ].join(' '),
  reason: 'downloadFailed',
  paid: 'yes',
  taskId,
  videoUrl,
});
