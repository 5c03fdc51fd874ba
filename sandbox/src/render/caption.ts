import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Frame } from './frame.ts';
import { drawText } from './text/drawText.ts';

/** Writes a panel with a few lines of text, small enough to leave the picture visible. */
export async function writeCaption(
  text: string,
  frame: Frame,
  folder: string,
  name: string,
): Promise<string> {
  const shortSide = Math.min(frame.widthPixels, frame.heightPixels);
  const { png } = await drawText(text, {
    maxWidthPixels: frame.widthPixels * 0.75,
    maxLines: 3,
    sizePixels: Math.round(shortSide / 22),
    panel: 'rgba(0, 0, 0, 0.45)',
  });
  const path = join(folder, `${name}.png`);
  await writeFile(path, png);
  return path;
}

/** ffmpeg arguments that read a still; {@link asStream} makes a video of it. */
export const stillInput = (path: string, { framesPerSecond }: Frame) => [
  '-framerate',
  String(framesPerSecond),
  '-i',
  path,
];

/** Repeats a still for ever. `-loop 1` at the input would decode the picture for each frame. */
export const asStream = 'loop=loop=-1:size=1';

/**
 * A filter that lays a caption over the lower part of a video. It comes after the first frames and
 * goes before the last, which belong to the input images alone.
 */
export function overlayCaption(video: string, caption: string, frame: Frame, out: string): string {
  const seconds = frame.durationSeconds;
  const fade = (seconds * 0.08).toFixed(3);
  const [start, end] = [(seconds * 0.15).toFixed(3), (seconds * 0.77).toFixed(3)];
  return (
    `${caption}${asStream},format=yuva420p,fade=t=in:st=${start}:d=${fade}:alpha=1,` +
    `fade=t=out:st=${end}:d=${fade}:alpha=1[caption];` +
    `${video}[caption]overlay=x=(W-w)/2:y=H*0.94-h,format=yuv420p${out}`
  );
}
