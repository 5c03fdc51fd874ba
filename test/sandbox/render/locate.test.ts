import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { locateFfmpeg } from '../../../sandbox/src/render/ffmpeg/locate.ts';

let folder: string;

/** Puts an ffmpeg with these encoders first on PATH. */
async function putOnPath(...encoders: string[]): Promise<void> {
  const script = ['#!/bin/sh', ...encoders.map((name) => `echo " V..... ${name}  an encoder"`)];
  await writeFile(join(folder, 'ffmpeg'), script.join('\n'), { mode: 0o755 });
  vi.stubEnv('PATH', folder + delimiter + process.env['PATH']);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-ffmpeg-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('locateFfmpeg', () => {
  it('takes the one on PATH if it can write H.264 and AAC', async () => {
    await putOnPath('libx264', 'aac');
    expect(await locateFfmpeg()).toBe('ffmpeg');
  });

  it('takes the one that comes with the package if the one on PATH lacks an encoder', async () => {
    await putOnPath('libx264');
    expect(await locateFfmpeg()).toBe(ffmpegInstaller.path);
  });

  it('takes the one that comes with the package if there is none on PATH', async () => {
    vi.stubEnv('PATH', folder);
    expect(await locateFfmpeg()).toBe(ffmpegInstaller.path);
  });

  it('takes no other than the one that was asked for', async () => {
    const path = join(folder, 'nowhere');
    await expect(locateFfmpeg(path)).rejects.toThrow(`${path} does not run (ENOENT)`);
  });
});
