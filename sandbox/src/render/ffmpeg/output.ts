import { type Frame } from '../frame.ts';

/** The ffmpeg arguments that make an MP4 which browsers play and can start before it is loaded. */
export const outputArguments = (frame: Frame, outputPath: string): string[] => [
  ...['-map', '[v]', '-map', '[a]'],
  ...['-frames:v', String(frame.durationSeconds * frame.framesPerSecond)],
  ...['-t', String(frame.durationSeconds)],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '23', '-pix_fmt', 'yuv420p'],
  ...['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-f', 'mp4', outputPath],
];

/** A silent audio track, so that every video has the same streams. */
export const silence = (frame: Frame) =>
  `anullsrc=r=44100:cl=stereo,atrim=0:${frame.durationSeconds}[a]`;
