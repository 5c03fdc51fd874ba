import { bounds } from '../bounds.ts';
import { echo } from '../http/echo.ts';
import { type AnyRequest } from '../contract/request.ts';

/** What the picture of a video has to be. */
export interface Frame {
  widthPixels: number;
  heightPixels: number;
  durationSeconds: number;
  framesPerSecond: number;
}

// The contract shows no defaults (2.1); all numbers in this file are the sandbox's.
const framesPerSecond = 24;
export const defaultDurationSeconds = 5;
const defaultQuality = '720p';
const adaptive = 'adaptive';
const defaultAspect = 16 / 9;
const shortSides: Record<string, number> = { '2k': 1440, '4k': 2160 };

const shortSideOf = (quality: string): number | undefined => {
  const pixels = shortSides[quality.toLowerCase()] ?? Number(/^(\d+)p$/i.exec(quality)?.[1]);
  const { leastShortSidePixels: least, mostShortSidePixels: most } = bounds;
  return pixels >= least && pixels <= most ? pixels : undefined;
};

const aspectOf = (ratio: string): number | undefined => {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(ratio) ?? [];
  const aspect = Number(width) / Number(height);
  return aspect >= 1 / bounds.mostAspect && aspect <= bounds.mostAspect ? aspect : undefined;
};

/**
 * Lists the wishes that the sandbox cannot grant although the document allows them. It refuses
 * them instead of rendering something else.
 */
export function listUnrenderable(request: AnyRequest): string[] {
  const { duration, quality, aspect_ratio: ratio } = request;
  const { longestSeconds, mostAspect } = bounds;
  const sentences: string[] = [];
  if (duration !== undefined && (duration < 1 || duration > longestSeconds))
    sentences.push(`Expected body.duration to be from 1 to ${longestSeconds}, got ${duration}`);
  if (quality !== undefined && !shortSideOf(quality))
    sentences.push(
      `Expected body.quality to be from ${bounds.leastShortSidePixels}p to ${bounds.mostShortSidePixels}p, 2k or 4k, got "${echo(quality)}"`,
    );
  if (ratio !== undefined && ratio !== adaptive && !aspectOf(ratio))
    sentences.push(
      `Expected body.aspect_ratio to be ${adaptive} or from 1:${mostAspect} to ${mostAspect}:1, such as 16:9, got "${echo(ratio)}"`,
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
  const aspect = Math.min(
    bounds.mostAspect,
    Math.max(1 / bounds.mostAspect, wanted ?? defaultAspect),
  );
  const shortSide = shortSideOf(request.quality ?? defaultQuality) ?? 720;
  return {
    widthPixels: even(aspect >= 1 ? shortSide * aspect : shortSide),
    heightPixels: even(aspect >= 1 ? shortSide : shortSide / aspect),
    durationSeconds: request.duration ?? defaultDurationSeconds,
    framesPerSecond,
  };
}
