import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { mediaInput } from './mediaInput.ts';

/** What ffmpeg sees in a file. */
export interface Probe {
  hasAudio: boolean;
  /** Size of the first video stream, if there is one. */
  video: { widthPixels: number; heightPixels: number } | undefined;
}

/** Reads the streams of a media file from what ffmpeg prints about it: ffprobe is not shipped. */
export async function probe(ffmpeg: string, path: string): Promise<Probe> {
  const args = ['-hide_banner', '-nostdin', ...mediaInput(path)];
  const child = spawn(ffmpeg, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const printed = await text(child.stderr);
  const [, width, height] = /Stream #.*: Video: .*?, (\d{2,})x(\d{2,})/.exec(printed) ?? [];
  return {
    hasAudio: /Stream #.*: Audio: /.test(printed),
    video: width ? { widthPixels: Number(width), heightPixels: Number(height) } : undefined,
  };
}
