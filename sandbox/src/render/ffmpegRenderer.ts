import { availableParallelism } from 'node:os';
import { modeOf } from '../contract/request.ts';
import { type InputFile } from '../inputs/input.ts';
import { probe } from './ffmpeg/probe.ts';
import { runFfmpeg } from './ffmpeg/run.ts';
import { decideFrame } from './frame.ts';
import { openImage } from './images/image.ts';
import { planImageToVideo } from './imageToVideo.ts';
import { planReferenceToVideo, type References } from './referenceToVideo.ts';
import { RenderError, type Renderer, type RenderOrder } from './renderer.ts';
import { planTextToVideo } from './textToVideo.ts';

async function openReferences(ffmpeg: string, { inputs }: RenderOrder): Promise<References> {
  const open = async (file: InputFile) => ({ file, probe: await probe(ffmpeg, file.path) });
  const images = await Promise.all(
    inputs.image.map(async (file) => ({ file, image: await openImage(file) })),
  );
  const videos = await Promise.all(inputs.video.map(open));
  const audios = await Promise.all(inputs.audio.map(open));
  const noPicture = videos.find((video) => !video.probe.video);
  if (noPicture)
    throw new RenderError(`${noPicture.file.label} has no video stream that can be read`);
  const noSound = audios.find((audio) => !audio.probe.hasAudio);
  if (noSound) throw new RenderError(`${noSound.file.label} has no audio stream that can be read`);
  return { images, videos, audios: audios.map(({ file }) => file) };
}

const aspect = (size: { width: number; height: number } | undefined) =>
  size && size.width / size.height;

/** Decides the picture and makes the arguments for ffmpeg, by the mode of the request. */
async function plan(ffmpeg: string, order: RenderOrder) {
  const { request, inputs } = order;
  const mode = modeOf(request.model);
  if (mode === 'imageToVideo') {
    const images = await Promise.all(inputs.image.map(openImage));
    const frame = decideFrame(request, aspect(images[0]));
    return { frame, args: await planImageToVideo(order, frame, images) };
  }
  if (mode === 'referenceToVideo') {
    const references = await openReferences(ffmpeg, order);
    const video = references.videos[0]?.probe.video;
    const frame = decideFrame(
      request,
      aspect(references.images[0]?.image) ?? (video && video.widthPixels / video.heightPixels),
    );
    return { frame, args: await planReferenceToVideo(order, frame, references) };
  }
  const frame = decideFrame(request, undefined);
  return { frame, args: await planTextToVideo(order, frame) };
}

/** Makes real videos with ffmpeg. */
export const createFfmpegRenderer = (ffmpeg: string, version: string): Renderer => ({
  name: `ffmpeg ${version} (${ffmpeg})`,
  needsInputs: true,
  // ffmpeg itself uses several cores; one is left to answer requests.
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  async render(order) {
    const { frame, args } = await plan(ffmpeg, order);
    const { durationSeconds } = frame;
    const { onProgress, signal } = order;
    await runFfmpeg(ffmpeg, args, { durationSeconds, onProgress, signal });
  },
});
