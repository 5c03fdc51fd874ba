import { type Image } from '@napi-rs/canvas';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { overlayCaption, stillInput, writeCaption } from './caption.ts';
import { outputArguments, silence } from './ffmpeg/output.ts';
import { type Frame } from './frame.ts';
import { coverFrame } from './images/image.ts';
import { type RenderOrder } from './renderer.ts';
import { zoom } from './zoom.ts';

/**
 * Prepares a video that starts with the first image and, when there are two, ends with the last
 * (contract 2.1, rules 3 and 4).
 *
 * @returns the arguments for ffmpeg
 */
export async function planImageToVideo(
  { request, workFolder, outputPath }: RenderOrder,
  frame: Frame,
  images: Image[],
): Promise<string[]> {
  const seconds = frame.durationSeconds;
  const frames = seconds * frame.framesPerSecond;
  const paths = images.map((_, index) => join(workFolder, `image-${index + 1}.png`));
  for (const [index, image] of images.entries())
    await writeFile(
      paths[index] as string,
      await coverFrame(image, frame.widthPixels, frame.heightPixels),
    );
  const caption = await writeCaption(request.prompt, frame, workFolder, 'caption');
  const moves =
    images.length < 2
      ? [`[0:v]${zoom(frame, frames, 'in')}[moving]`]
      : [
          `[0:v]${zoom(frame, frames, 'in')}[first]`,
          `[1:v]${zoom(frame, frames, 'out')},format=yuva420p,` +
            `fade=t=in:st=${(seconds * 0.3).toFixed(3)}:d=${(seconds * 0.4).toFixed(3)}:alpha=1[last]`,
          '[first][last]overlay[moving]',
        ];
  const filter = [
    ...moves,
    overlayCaption('[moving]', `[${images.length}:v]`, frame, '[v]'),
    silence(frame),
  ];
  return [
    ...paths.flatMap((path) => ['-i', path]),
    ...stillInput(caption, frame),
    ...['-filter_complex', filter.join(';'), ...outputArguments(frame, outputPath)],
  ];
}
