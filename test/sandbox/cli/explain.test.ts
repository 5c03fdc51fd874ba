import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../sandbox/src/cli/commandLine.ts';
import { explain } from '../../../sandbox/src/cli/explain.ts';
import { startSandbox } from '../../../sandbox/src/index.ts';
import { makeFolder, startTestSandbox } from '../startTestSandbox.ts';

/** What the command line says when it is started like this. */
async function failure(args: string[], port = 0): Promise<string | undefined> {
  try {
    const { options, host } = readCommandLine(['--renderer', 'instant', ...args]);
    const sandbox = await startSandbox(options, { port, host });
    await sandbox.close();
    return 'it started';
  } catch (error) {
    return explain(error, port, '127.0.0.1');
  }
}

describe('explain', () => {
  it('says that a folder cannot be written, or is in use', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'file');
    await writeFile(file, '');
    const below = join(file, 'data');
    expect(await failure(['--data', below])).toBe(
      `The data folder ${below} cannot be written (ENOTDIR). Name another with --data.`,
    );
    await startTestSandbox({ dataFolder: folder });
    expect(await failure(['--data', folder])).toBe(
      `The data folder ${folder} is in use by another sandbox. Name another with --data.`,
    );
  });

  it('says that a port is taken', async () => {
    const port = Number(new URL((await startTestSandbox()).url).port);
    expect(await failure(['--data', await makeFolder()], port)).toBe(
      `Port ${port} of 127.0.0.1 is taken. Name another with --port, or --port 0 for any.`,
    );
  });

  it('says which codec an ffmpeg lacks', async () => {
    const folder = await makeFolder();
    const ffmpeg = join(folder, 'ffmpeg');
    await writeFile(ffmpeg, '#!/bin/sh\necho " A..... aac  AAC"\n', { mode: 0o755 });
    const args = ['--renderer', 'ffmpeg', '--ffmpeg', ffmpeg, '--data', folder];
    expect(await failure(args)).toBe(
      `No usable ffmpeg: ${ffmpeg} has no libx264 encoder. Install an ffmpeg with libx264 and aac, or name one with --ffmpeg.`,
    );
  });

  it.each([
    ['--port', 'x', /Expected --port to be a number, from 0 to 65535, got "x"/],
    ['--speed', '0', /Expected --speed to be a number, 1 or more, got "0"/],
    ['--error-shape', 'cube', /Expected --error-shape to be nested, flat, string, text/],
    ['--extra-field', 'x', /Expected --extra-field to be name=value, got "x"/],
    ['--frobnicate', 'x', /Unknown option '--frobnicate'/],
    ['--key', ' ', /Expected --key to be a key, got an empty one/],
    ['--key', 'mine explode', /Expected a fault \(latency, .*got "explode"/],
  ])('refuses %s %s', async (option, value, message) => {
    expect(await failure([option, value])).toMatch(message);
  });
});
