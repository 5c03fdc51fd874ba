import { type Image } from '@napi-rs/canvas';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InputFile } from '../inputs/input.ts';
import { overlayCaption, stillInput, writeCaption } from './caption.ts';
import { mediaInput } from './ffmpeg/mediaInput.ts';
import { outputArguments, silence } from './ffmpeg/output.ts';
import { type Probe } from './ffmpeg/probe.ts';
import { type Frame } from './frame.ts';
import { coverFrame } from './images/image.ts';
import { type RenderOrder } from './renderer.ts';
import { zoom } from './zoom.ts';

/** The references of a task, opened. */
export interface References {
  images: { file: InputFile; image: Image }[];
  videos: { file: InputFile; probe: Probe }[];
  audios: InputFile[];
}

/** Splits a number into whole parts whose sum is the number. */
const split = (total: number, parts: number) =>
  Array.from(
    { length: parts },
    (_, index) => Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts),
  );

/** Sound of a part of the video: an input's audio stream, or silence. */
const sound = (source: string | undefined, seconds: number, out: string) =>
  (source
    ? `${source}aresample=44100,aformat=sample_fmts=fltp:channel_layouts=stereo,asetpts=PTS-STARTPTS,apad,`
    : 'anullsrc=r=44100:cl=stereo,aformat=sample_fmts=fltp:channel_layouts=stereo,') +
  `atrim=0:${seconds.toFixed(4)},asetpts=PTS-STARTPTS${out}`;

/**
 * Prepares a video that shows every image and cuts in every video for an equal part of the time,
 * each under its name, and carries the audios one after another; without audios it carries the
 * sound of the videos.
 *
 * @returns the arguments for ffmpeg
 */
export async function planReferenceToVideo(
  { request, workFolder, outputPath }: RenderOrder,
  frame: Frame,
  { images, videos, audios }: References,
): Promise<string[]> {
  const { widthPixels: width, heightPixels: height, framesPerSecond, durationSeconds } = frame;
  const parts = split(durationSeconds * framesPerSecond, images.length + videos.length);
  const inputs: string[] = [];
  let count = 0;
  const addInput = (...args: string[]) => {
    inputs.push(...args);
    return count++;
  };
  const filters: string[] = [];
  const sounds: { source: string | undefined; seconds: number }[] = [];

  const addPart = async (index: number, file: InputFile, picture: string) => {
    const frames = parts[index] as number;
    const tag = await writeCaption(file.label, frame, workFolder, `tag-${index}`);
    const tagInput = addInput('-i', tag);
    filters.push(
      `${picture},trim=end_frame=${frames},setpts=N/${framesPerSecond}/TB[picture${index}]`,
      `[picture${index}][${tagInput}:v]overlay=x=W*0.03:y=H*0.04,format=yuv420p[part${index}]`,
    );
  };

  for (const [index, { file, image }] of images.entries()) {
    const path = join(workFolder, `image-${index}.png`);
    await writeFile(path, await coverFrame(image, width, height));
    const input = addInput('-i', path);
    await addPart(index, file, `[${input}:v]${zoom(frame, parts[index] as number, 'in')}`);
    sounds.push({ source: undefined, seconds: (parts[index] as number) / framesPerSecond });
  }
  for (const [offset, { file, probe }] of videos.entries()) {
    const index = images.length + offset;
    const seconds = (parts[index] as number) / framesPerSecond;
    const input = addInput(
      '-stream_loop',
      '-1',
      '-t',
      String(seconds + 1),
      ...mediaInput(file.path),
    );
    const cover = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
    await addPart(index, file, `[${input}:v]${cover},fps=${framesPerSecond},setsar=1`);
    sounds.push({ source: probe.hasAudio ? `[${input}:a]` : undefined, seconds });
  }
  const carried = audios.length
    ? audios.map((file) => ({
        source: `[${addInput(...mediaInput(file.path))}:a]`,
        seconds: durationSeconds / audios.length,
      }))
    : sounds;

  if (parts.length === 0)
    filters.push(
      `color=0x182030:s=${width}x${height}:r=${framesPerSecond}:d=${durationSeconds}[cut]`,
    );
  else filters.push(`${parts.map((_, i) => `[part${i}]`).join('')}concat=n=${parts.length}[cut]`);
  const caption = await writeCaption(request.prompt, frame, workFolder, 'caption');
  filters.push(
    overlayCaption('[cut]', `[${addInput(...stillInput(caption, frame))}:v]`, frame, '[v]'),
  );
  if (carried.length === 0) filters.push(silence(frame));
  else {
    carried.forEach(({ source, seconds }, i) => filters.push(sound(source, seconds, `[s${i}]`)));
    const streams = carried.map((_, i) => `[s${i}]`).join('');
    filters.push(`${streams}concat=n=${carried.length}:v=0:a=1[a]`);
  }
  return [
    ...inputs,
    ...['-filter_complex', filters.join(';'), ...outputArguments(frame, outputPath)],
  ];
}
