import { type AnyRequest } from '../contract/request.ts';

/** What the picture of a video has to be. */
export interface Frame {
  widthPixels: number;
  heightPixels: number;
  durationSeconds: number;
  framesPerSecond: number;
}

// The contract shows no defaults and no limits (2.1, 8); all numbers in this file are the sandbox's.
const framesPerSecond = 24;
const defaultDurationSeconds = 5;
const longestSeconds = 120;
const defaultQuality = '720p';
const adaptive = 'adaptive';
const defaultAspect = 16 / 9;
const shortSides: Record<string, number> = { '2k': 1440, '4k': 2160 };

const shortSideOf = (quality: string): number | undefined => {
  const pixels = shortSides[quality.toLowerCase()] ?? Number(/^(\d+)p$/i.exec(quality)?.[1]);
  return pixels >= 144 && pixels <= 2160 ? pixels : undefined;
};

const aspectOf = (ratio: string): number | undefined => {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(ratio) ?? [];
  const aspect = Number(width) / Number(height);
  return aspect >= 1 / 4 && aspect <= 4 ? aspect : undefined;
};

/**
 * Lists the wishes that the sandbox cannot grant although the document allows them. It refuses
 * them instead of rendering something else.
 */
export function listUnrenderable(request: AnyRequest): string[] {
  const { duration, quality, aspect_ratio: ratio } = request;
  const sentences: string[] = [];
  if (duration !== undefined && (duration < 1 || duration > longestSeconds))
    sentences.push(`Expected body.duration to be from 1 to ${longestSeconds}, got ${duration}`);
  if (quality !== undefined && !shortSideOf(quality))
    sentences.push(`Expected body.quality to be from 144p to 2160p, 2k or 4k, got "${quality}"`);
  if (ratio !== undefined && ratio !== adaptive && !aspectOf(ratio))
    sentences.push(
      `Expected body.aspect_ratio to be ${adaptive} or from 1:4 to 4:1, such as 16:9, got "${ratio}"`,
    );
  return sentences;
}

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);

/**
 * Decides size and length of a task's video.
 *
 * @param inputAspect - width through height of the input that `adaptive` follows, if there is one
 */
export function decideFrame(request: AnyRequest, inputAspect: number | undefined): Frame {
  const ratio = request.aspect_ratio ?? adaptive;
  const wanted = ratio === adaptive ? inputAspect : aspectOf(ratio);
  const aspect = Math.min(4, Math.max(1 / 4, wanted ?? defaultAspect));
  const shortSide = shortSideOf(request.quality ?? defaultQuality) ?? 720;
  return {
    widthPixels: even(aspect >= 1 ? shortSide * aspect : shortSide),
    heightPixels: even(aspect >= 1 ? shortSide : shortSide / aspect),
    durationSeconds: request.duration ?? defaultDurationSeconds,
    framesPerSecond,
  };
}
