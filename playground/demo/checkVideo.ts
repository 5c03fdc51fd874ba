import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import ffprobe from '@ffprobe-installer/ffprobe';
import { StartError } from '../report.ts';

/** What was asked for; what was left open is undefined. */
export interface ExpectedVideo {
  /** Seconds. */
  duration?: number | undefined;
  /** Pixels. */
  width?: number | undefined;
  height?: number | undefined;
}

/** What a video file is. */
export interface VideoFacts {
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
  frames: number;
  codec: string;
}

// A file lasts whole frames, so its length may be off by a few of them.
const DURATION_TOLERANCE_SECONDS = 0.2;

const run = promisify(execFile);

/**
 * Decodes every frame of a video file and tells what it is.
 *
 * @throws StartError when it is not a playable MP4
 */
export async function readVideo(file: string): Promise<VideoFacts> {
  const args = ['-v', 'error', '-count_frames', '-select_streams', 'v:0', '-of', 'json'];
  const entries = 'stream=codec_name,width,height,nb_read_frames,duration:format=format_name';
  const { stdout, stderr } = await run(ffprobe.path, [...args, '-show_entries', entries, file], {
    encoding: 'utf8',
  }).catch((error: { stderr?: string; message: string }) => {
    throw new StartError(`${file} is not a playable video: ${error.stderr || error.message}`);
  });
  if (stderr) throw new StartError(`${file} does not play without errors: ${stderr}`);
  const { streams, format } = JSON.parse(stdout);
  const [stream] = streams;
  const frames = Number(stream?.nb_read_frames ?? 0);
  if (!frames || !format.format_name.split(',').includes('mp4'))
    throw new StartError(
      `${file} is not a playable MP4 (${format.format_name}, ${frames} frames).`,
    );
  return {
    duration: Number(stream.duration),
    width: stream.width,
    height: stream.height,
    frames,
    codec: stream.codec_name,
  };
}

/**
 * Reads a video file and compares it with what was asked for.
 *
 * @throws StartError when it is not a playable MP4, or another one than was asked for
 */
export async function checkVideo(file: string, expected: ExpectedVideo): Promise<VideoFacts> {
  const facts = await readVideo(file);
  const { duration = facts.duration, width = facts.width, height = facts.height } = expected;
  const off = Math.abs(facts.duration - duration) > DURATION_TOLERANCE_SECONDS;
  if (off || facts.width !== width || facts.height !== height) {
    const asked = `${duration} s at ${width}x${height}`;
    const got = `${facts.duration} s at ${facts.width}x${facts.height}`;
    throw new StartError(`Expected ${file} to be ${asked}, got ${got}.`);
  }
  return facts;
}
