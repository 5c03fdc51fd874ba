import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type GenerationRequest } from 'videogen-openapi/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox } from '../startTestSandbox.ts';
import {
  colours,
  difference,
  heightOfLetters,
  loudness,
  probeFile,
  riseOfLetters,
  startMedia,
} from './media.ts';

const framesPerSecond = 24;
const alike = 12;
const different = 60;

let media: Awaited<ReturnType<typeof startMedia>>;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.close());

/** Lets a sandbox with real pixels make one video, and returns its path. */
async function render(name: string, request: GenerationRequest): Promise<string> {
  const sandbox = await startTestSandbox({ renderer: 'ffmpeg' });
  const task = await sandbox.finish(await sandbox.create(request));
  expect(task).toMatchObject({ status: 'completed' });
  const response = await fetch(task.results?.[0] ?? '');
  const path = media.path(`${name}.mp4`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

const atomOrder = (path: string) => {
  const bytes = readFileSync(path).toString('latin1');
  return bytes.indexOf('moov') < bytes.indexOf('mdat');
};

describe('text-to-video', () => {
  it('shows the prompt in motion, in the length, shape and quality asked for', async () => {
    const path = await render('text', {
      model: 'videogen-2.0-text-to-video',
      prompt: 'A paper boat',
      duration: 2,
      quality: '144p',
      aspect_ratio: '16:9',
    });
    const { video, audio, seconds } = probeFile(path);
    expect(video).toMatchObject({ codec_name: 'h264', width: 256, height: 144 });
    expect(video?.nb_read_frames).toBe(String(2 * framesPerSecond));
    expect(audio?.codec_name).toBe('aac');
    expect(seconds).toBeCloseTo(2, 1);
    expect(atomOrder(path), 'starts before it is loaded').toBe(true);
    const last = 2 * framesPerSecond - 1;
    expect(difference(colours(path, 0), colours(path, last))).toBeGreaterThan(5);
    expect(heightOfLetters(path, 0)).toBeGreaterThan(0.5);
    expect(heightOfLetters(path, last)).toBeLessThan(0.5);
    for (const rise of riseOfLetters(path, [0, 16, 32, last])) expect(rise).toBeGreaterThan(0.03);
  });

  it('renders upright shapes and other qualities', async () => {
    const path = await render('tall', {
      model: 'videogen-2.0-fast-text-to-video',
      prompt: 'A tower',
      duration: 1,
      quality: '240p',
      aspect_ratio: '9:16',
    });
    expect(probeFile(path).video).toMatchObject({ width: 240, height: 426 });
  });
});

describe('image-to-video', () => {
  it('starts with the image, whose shape it takes, and moves on', async () => {
    const path = await render('image', {
      model: 'videogen-2.0-image-to-video',
      prompt: 'Go closer',
      image_urls: [media.url('tall.png')],
      duration: 1,
      quality: '144p',
      aspect_ratio: 'adaptive',
    });
    expect(probeFile(path).video).toMatchObject({ width: 144, height: 256 });
    const input = colours(media.path('tall.png'));
    expect(difference(colours(path, 0), input)).toBeLessThan(alike);
  });

  it('starts with the first image and ends with the last', async () => {
    const path = await render('transition', {
      model: 'videogen-2.0-fast-image-to-video',
      prompt: 'From red to green',
      image_urls: [media.url('first.png'), media.url('last.png')],
      duration: 1,
      quality: '144p',
    });
    const [first, last] = [colours(media.path('first.png')), colours(media.path('last.png'))];
    const [start, end] = [colours(path, 0), colours(path, framesPerSecond - 1)];
    expect(difference(start, first)).toBeLessThan(alike);
    expect(difference(end, last)).toBeLessThan(alike);
    expect(difference(start, end)).toBeGreaterThan(different);
  });
});

describe('reference-to-video', () => {
  it('shows the image, cuts in the video and carries the audio', async () => {
    const path = await render('reference', {
      model: 'videogen-2.0-reference-to-video',
      prompt: 'Image 1, then video 1, with the tone of audio 1',
      image_urls: [media.url('first.png')],
      video_urls: [media.url('clip.mp4')],
      audio_urls: [media.url('tone.mp3')],
      duration: 2,
      quality: '144p',
    });
    const { audio, seconds } = probeFile(path);
    expect(audio?.codec_name).toBe('aac');
    expect(seconds).toBeCloseTo(2, 1);
    expect(loudness(path)).toBeGreaterThan(-40);
    expect(difference(colours(path, 0), colours(media.path('first.png')))).toBeLessThan(20);
    const inVideo = colours(path, 2 * framesPerSecond - 2);
    expect(difference(inVideo, colours(media.path('clip.mp4')))).toBeLessThan(20);
  });

  it('fails with the name of the input that it cannot use', async () => {
    const sandbox = await startTestSandbox({ renderer: 'ffmpeg' });
    const id = await sandbox.create({
      model: 'videogen-2.0-reference-to-video',
      prompt: 'x',
      audio_urls: [media.url('clip.mp4')],
    });
    expect(await sandbox.finish(id)).toMatchObject({
      status: 'failed',
      error: { code: 'render_failed', message: 'audio 1 has no audio stream that can be read' },
    });
  });

  it('opens nothing that an HLS list names', async () => {
    const file = pathToFileURL(media.path('clip.mp4'));
    const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:1', '#EXTINF:0.5,', file, '#EXT-X-ENDLIST'];
    const list = Buffer.from(lines.join('\n')).toString('base64');
    const sandbox = await startTestSandbox({ renderer: 'ffmpeg' });
    for (const kind of ['video', 'audio']) {
      const id = await sandbox.create({
        model: 'videogen-2.0-reference-to-video',
        prompt: 'x',
        [`${kind}_urls`]: [`data:application/octet-stream;base64,${list}`],
      });
      expect(await sandbox.finish(id)).toMatchObject({
        status: 'failed',
        error: {
          code: 'render_failed',
          message: `${kind} 1 has no ${kind} stream that can be read`,
        },
      });
    }
  });
});
