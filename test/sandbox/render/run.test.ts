import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { describe, expect, it } from 'vitest';
import { runFfmpeg } from '../../../sandbox/src/render/ffmpeg/run.ts';
import { type Renderer } from '../../../sandbox/src/index.ts';
import { startTestSandbox } from '../startTestSandbox.ts';
import { waitFor } from '../waitFor.ts';

// Read at the speed of a clock, so that there is time to see progress.
const clip = ['-re', '-f', 'lavfi', '-i', 'color=s=64x36:r=10:d=1.5', '-f', 'null', '-'];

const watch = (signal = new AbortController().signal) => {
  const seen: number[] = [];
  const onProgress = (percent: number) => seen.push(percent);
  return { seen, options: { durationSeconds: 1.5, onProgress, signal } };
};

describe('runFfmpeg', () => {
  it('tells how far ffmpeg is on the way', async () => {
    const { seen, options } = watch();
    await runFfmpeg(ffmpegInstaller.path, clip, options);
    expect(seen.some((percent) => percent > 0 && percent < 100)).toBe(true);
    expect(seen.at(-1)).toBeCloseTo(100, 0);
    expect(seen).toStrictEqual(seen.toSorted((a, b) => a - b));
  });

  it('stops ffmpeg at once when it is told to', async () => {
    const stop = new AbortController();
    const endless = clip.map((part) => part.replace('d=1.5', 'd=3600'));
    const running = runFfmpeg(ffmpegInstaller.path, endless, {
      ...watch(stop.signal).options,
      onProgress: () => stop.abort(),
    });
    await expect(running).rejects.toThrow('aborted');
  });

  it('repeats what ffmpeg says when it fails', async () => {
    const args = ['-i', '/nowhere.mp4', '-f', 'null', '-'];
    await expect(runFfmpeg(ffmpegInstaller.path, args, watch().options)).rejects.toThrow(
      'ffmpeg failed: /nowhere.mp4: No such file or directory',
    );
  });
});

describe('progress', () => {
  it('is what the renderer tells, and never 100 before the end', async () => {
    let tell: ((percent: number) => void) | undefined;
    let end: (error: Error) => void = () => {};
    const renderer: Renderer = {
      name: 'told',
      needsInputs: false,
      concurrency: 1,
      render: ({ onProgress }) => {
        tell = onProgress;
        return new Promise((_, reject) => {
          end = reject;
        });
      },
    };
    const sandbox = await startTestSandbox({ renderer });
    const id = await sandbox.create();
    const progress = async () => (await sandbox.readTask(id)).progress;
    const report = await waitFor(() => tell);
    expect(await progress()).toBe(0);
    report(40.7);
    expect(await progress()).toBe(40);
    report(100);
    expect(await progress()).toBe(99);
    end(new Error('No video here'));
  });
});
