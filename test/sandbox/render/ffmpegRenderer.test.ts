import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import ffprobeInstaller from '@ffprobe-installer/ffprobe';
import { type GenerationRequest } from 'video-generation-openapi/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestSandbox } from '../startTestSandbox.ts';

let folder: string;
/** A picture, a video and a sound, as data: URLs. */
let media: Record<'picture' | 'clip' | 'tone', string>;

const path = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'video-generation-media-'));
  const made = (type: string, ...args: string[]) => {
    const options = ['-loglevel', 'error', '-f', 'lavfi', '-i', ...args, '-'];
    const bytes = execFileSync(ffmpegInstaller.path, options);
    return `data:${type};base64,${bytes.toString('base64')}`;
  };
  media = {
    picture: made('image/png', 'color=red:s=90x160', '-frames:v', '1', '-f', 'apng'),
    clip: made('video/webm', 'color=blue:s=160x90:d=0.5', '-f', 'matroska'),
    tone: made('audio/mpeg', 'sine=f=440:d=1', '-f', 'mp3'),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const shared = useTestSandbox({ renderer: 'ffmpeg' });

/** Lets a sandbox with real pixels make one video, and says what ffprobe finds in it. */
async function render(request: GenerationRequest) {
  const sandbox = shared();
  const task = await sandbox.finish(await sandbox.create({ quality: '144p', ...request }));
  expect(task).toMatchObject({ status: 'completed' });
  const answer = await fetch(task.results![0]!);
  writeFileSync(path('made.mp4'), Buffer.from(await answer.arrayBuffer()));
  const shown = ['-show_entries', 'stream=codec_name,width,height:format=duration', '-of', 'json'];
  const told = execFileSync(ffprobeInstaller.path, ['-v', 'error', ...shown, path('made.mp4')]);
  const { streams, format } = JSON.parse(told.toString()) as {
    streams: object[];
    format: { duration: string };
  };
  return { streams, seconds: Math.round(Number(format.duration)) };
}

const h264 = (width: number, height: number) => ({ codec_name: 'h264', width, height });
const aac = { codec_name: 'aac' };

describe('the renderer with ffmpeg', () => {
  it('makes a video of pictures, videos and sound', async () => {
    const { picture, clip, tone } = media;
    const references = { image_urls: [picture], video_urls: [clip], audio_urls: [tone] };
    const shape = { duration: 1, aspect_ratio: '16:9' };
    const request = { prompt: 'Image 1, then video 1', ...references, ...shape };
    expect(await render({ model: 'videogen-2.0-reference-to-video', ...request })).toEqual({
      streams: [h264(256, 144), aac],
      seconds: 1,
    });
  });

  it('opens nothing that an HLS list names', async () => {
    writeFileSync(path('secret.mkv'), Buffer.from(media.clip.split(',')[1]!, 'base64'));
    const file = pathToFileURL(path('secret.mkv'));
    const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:1', '#EXTINF:0.5,', file, '#EXT-X-ENDLIST'];
    const list = Buffer.from(lines.join('\n')).toString('base64');
    const sandbox = shared();
    const id = await sandbox.create({
      model: 'videogen-2.0-reference-to-video',
      prompt: 'x',
      video_urls: [`data:application/octet-stream;base64,${list}`],
    });
    expect(await sandbox.finish(id)).toMatchObject({
      status: 'failed',
      error: { code: 'render_failed', message: 'video 1 has no video stream that can be read' },
    });
  });
});
