import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asStream, stillInput } from './caption.ts';
import { outputArguments, silence } from './ffmpeg/output.ts';
import { type Frame } from './frame.ts';
import { type RenderOrder } from './renderer.ts';
import { drawBackdrop } from './text/drawBackdrop.ts';
import { drawText, layOut } from './text/drawText.ts';

const largestLines = 7;

/** The largest size in which the prompt fits a few lines; a long prompt gets a small one. */
function chooseSize(prompt: string, frame: Frame, maxWidthPixels: number): number {
  const shortSide = Math.min(frame.widthPixels, frame.heightPixels);
  const sizes = [10, 14, 18].map((part) => Math.round(shortSide / part));
  const fits = (sizePixels: number) =>
    layOut(prompt, { maxWidthPixels, maxLines: Infinity, sizePixels }).length <= largestLines;
  return sizes.find(fits) ?? Math.round(shortSide / 22);
}

/**
 * Prepares a video that shows the prompt: a backdrop that wanders, and the text drifting up
 * through it, or scrolling when it is higher than the picture.
 *
 * @returns the arguments for ffmpeg
 */
export async function planTextToVideo(
  { request, workFolder, outputPath }: RenderOrder,
  frame: Frame,
): Promise<string[]> {
  const { widthPixels: width, heightPixels: height, durationSeconds: seconds } = frame;
  const maxWidthPixels = width * 0.8;
  const sizePixels = chooseSize(request.prompt, frame, maxWidthPixels);
  const maxLines = Math.floor((height * 6) / (sizePixels * 1.4));
  const text = await drawText(request.prompt, { maxWidthPixels, maxLines, sizePixels });
  const textPath = join(workFolder, 'prompt.png');
  const backdropPath = join(workFolder, 'backdrop.png');
  await writeFile(textPath, text.png);
  await writeFile(
    backdropPath,
    await drawBackdrop(request.prompt, Math.round(width * 1.2), Math.round(height * 1.2)),
  );
  const room = height - text.heightPixels;
  const travel = room > 0 ? Math.min(room / 2, height / 10) : -room / 2 + height * 0.15;
  const along = `t/${seconds}`;
  const bar = Math.max(2, Math.round(height / 120));
  const filter = [
    `[0:v]${asStream},crop=${width}:${height}:x='(iw-ow)*${along}':y='(ih-oh)*(0.5+0.5*sin(6.283*${along}))'[sky]`,
    `[1:v]${asStream}[text];[sky][text]overlay=x=(W-w)/2:y='(H-h)/2+${travel.toFixed(1)}*(1-2*${along})'[titled]`,
    `color=white@0.7:s=${width}x${bar}:r=${frame.framesPerSecond}:d=${seconds},format=rgba[bar]`,
    `[titled][bar]overlay=x='-W+W*${along}':y=H-h,format=yuv420p[v]`,
    silence(frame),
  ];
  return [
    ...[...stillInput(backdropPath, frame), ...stillInput(textPath, frame)],
    ...['-filter_complex', filter.join(';'), ...outputArguments(frame, outputPath)],
  ];
}
