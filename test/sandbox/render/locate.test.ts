import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ffmpegVariable, locateFfmpeg } from '../../../sandbox/src/render/ffmpeg/locate.ts';

let folder: string;

const writes = 'for last; do :; done; case "$last" in *.mp4) echo video > "$last";; esac';

/** Puts an ffmpeg with these encoders first on PATH. */
async function putOnPath(encoders: string[], render = writes): Promise<void> {
  const list = encoders.map((name) => `echo " V..... ${name}  an encoder"`);
  const script = ['#!/bin/sh', ...list, render].join('\n');
  await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o755 });
  vi.stubEnv('PATH', folder + delimiter + process.env['PATH']);
}

const noMp4 = (how: string) => `case "$*" in *.mp4) ${how};; esac`;

beforeEach(async () => {
  vi.stubEnv(ffmpegVariable, undefined);
  folder = await mkdtemp(join(tmpdir(), 'videogen ffmpeg ä '));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('locateFfmpeg', () => {
  it('takes the one on PATH if it can write H.264 and AAC', async () => {
    await putOnPath(['libx264', 'aac']);
    expect(await locateFfmpeg(folder)).toBe('ffmpeg');
  });

  it.each([
    ['lacks an encoder', ['libx264'], writes],
    ['may not write here', ['libx264', 'aac'], noMp4('echo Permission denied >&2; exit 1')],
    ['says that it wrote, but did not', ['libx264', 'aac'], noMp4('exit 0')],
    ['fails at once', [], 'exit 127'],
  ])(
    'takes the one that comes with the package if the one on PATH %s',
    async (_how, encoders, render) => {
      await putOnPath(encoders, render);
      expect(await locateFfmpeg(folder)).toBe(ffmpegInstaller.path);
    },
  );

  it('takes the one that comes with the package if there is none on PATH', async () => {
    vi.stubEnv('PATH', folder);
    expect(await locateFfmpeg(folder)).toBe(ffmpegInstaller.path);
  });

  it('takes the one that comes with the package when it is asked for', async () => {
    await putOnPath(['libx264', 'aac']);
    expect(await locateFfmpeg(folder, 'packaged')).toBe(ffmpegInstaller.path);
    vi.stubEnv(ffmpegVariable, 'packaged');
    expect(await locateFfmpeg(folder)).toBe(ffmpegInstaller.path);
  });

  it('takes no other than the one that was asked for', async () => {
    const path = join(folder, 'nowhere');
    await expect(locateFfmpeg(folder, path)).rejects.toThrow(`${path} does not run (ENOENT)`);
    vi.stubEnv(ffmpegVariable, path);
    await expect(locateFfmpeg(folder)).rejects.toThrow(`${path} does not run (ENOENT)`);
  });

  it('repeats why an ffmpeg could not write', async () => {
    await putOnPath(['libx264', 'aac'], noMp4('echo Permission denied >&2; exit 1'));
    await expect(locateFfmpeg(folder, 'ffmpeg')).rejects.toThrow(
      `ffmpeg cannot write a video into ${folder} (Permission denied)`,
    );
  });

  it('leaves nothing of its trial behind', async () => {
    await locateFfmpeg(folder, 'packaged');
    expect(await readdir(folder)).toStrictEqual([]);
  });
});
