import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import ffprobeInstaller from '@ffprobe-installer/ffprobe';

const types: Record<string, string> = {
  '.png': 'image/png',
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
};

/** Runs the package's own ffmpeg, whichever one the sandbox renders with. */
export const ffmpeg = (...args: string[]) =>
  execFileSync(ffmpegInstaller.path, ['-y', '-loglevel', 'error', ...args]);

/** Input media of known content, made by ffmpeg and served on loopback. */
export async function startMedia() {
  const folder = mkdtempSync(join(tmpdir(), 'videogen-media-'));
  const path = (name: string) => join(folder, name);
  // Two halves each, so that a frame that is flipped or of the wrong picture shows.
  const halves = (left: string, right: string, size: string) =>
    `color=${left}:s=${size}[l];color=${right}:s=${size}[r];[l][r]hstack`;
  const still = (name: string, left: string, right: string, size: string) =>
    ffmpeg(...['-filter_complex', halves(left, right, size)], ...['-frames:v', '1', path(name)]);
  still('first.png', 'red', 'blue', '160x180');
  still('last.png', 'lime', 'yellow', '160x180');
  still('tall.png', 'red', 'blue', '90x320');
  ffmpeg('-f', 'lavfi', '-i', 'color=magenta:s=320x180:r=10:d=0.5', path('clip.mp4'));
  ffmpeg('-f', 'lavfi', '-i', 'sine=f=440:d=1', path('tone.mp3'));
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    response.setHeader('content-type', types[extname(name)] ?? 'text/plain');
    response.end(readFileSync(path(name)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    path,
    url: (name: string) => `http://127.0.0.1:${port}/${name}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true });
    },
  };
}

interface Stream {
  codec_type: string;
  codec_name: string;
  width?: number;
  height?: number;
  nb_read_frames?: string;
}

/** What ffprobe says about a file. */
export function probeFile(path: string) {
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ];
  const printed = execFileSync(ffprobeInstaller.path, args, { encoding: 'utf8' });
  const { streams, format } = JSON.parse(printed) as {
    streams: Stream[];
    format: { duration: string };
  };
  const find = (type: string) => streams.find((stream) => stream.codec_type === type);
  return { video: find('video'), audio: find('audio'), seconds: Number(format.duration) };
}

const coarse: readonly [columns: number, rows: number] = [16, 9];

/**
 * The colours of a picture on a coarse grid, as numbers from 0 to 255.
 *
 * @param frame - index of the frame of a video
 */
export function colours(path: string, frame = 0, [columns, rows] = coarse): Uint8Array {
  const filter = `select=eq(n\\,${frame}),scale=${columns}:${rows}:flags=area,format=rgb24`;
  return ffmpeg('-i', path, '-vf', filter, '-frames:v', '1', '-f', 'rawvideo', '-');
}

// The bar along the lower edge, which grows with time, is white as well.
const aboveTheBar = 0.95;

/** How far down the white letters of a frame are, from 0 to 1; NaN without letters. */
export function heightOfLetters(path: string, frame: number): number {
  const [columns, rows] = [256, 144] as const;
  const bytes = colours(path, frame, [columns, rows]);
  const pixels = Array.from({ length: columns * Math.floor(rows * aboveTheBar) }, (_, i) => i);
  const letters = pixels.filter((pixel) =>
    bytes.subarray(pixel * 3, pixel * 3 + 3).every((value) => value > 190),
  );
  const sum = letters.reduce((total, pixel) => total + Math.floor(pixel / columns), 0);
  return sum / letters.length / rows;
}

/**
 * How far the white letters rise between each frame and the next one named, as a part of the
 * picture's height; NaN where there are no letters.
 */
export function riseOfLetters(path: string, frames: number[]): number[] {
  const heights = frames.map((frame) => heightOfLetters(path, frame));
  return heights.slice(1).map((height, index) => (heights[index] ?? NaN) - height);
}

/** Mean difference of two pictures' colours, from 0 to 255. */
export function difference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length || one.length === 0) throw new Error('No pictures to compare');
  return one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;
}

/** Mean loudness of a file's sound in decibels; -91 is silence. */
export function loudness(path: string): number {
  const printed = execFileSync(
    '/bin/sh',
    ['-c', '"$0" -i "$1" -af volumedetect -vn -f null - 2>&1', ffmpegInstaller.path, path],
    { encoding: 'utf8' },
  );
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(printed)?.[1]);
}
