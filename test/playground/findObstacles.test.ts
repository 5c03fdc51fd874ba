import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, describe, it, onTestFinished } from 'vitest';

const { findObstacles } = createRequire(import.meta.url)(
  '../../playground/setup/findObstacles.cjs',
) as { findObstacles: (root: string, nodeVersion?: string) => string[] };

const platform = `${process.platform}-${process.arch}`;
const lock = 'node_modules/.package-lock.json';
const gulp = 'node_modules/gulp/package.json';
const ffprobe = `node_modules/@ffprobe-installer/${platform}/ffprobe`;

/** A clone with these files, of which the programs may be run. */
async function clone(files: string[], mode = 0o755): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'videogen-clone-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const file of files) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), '');
    await chmod(join(root, file), mode);
  }
  return root;
}

describe('findObstacles', () => {
  it('finds none in a clone where all is installed', async () => {
    expect(findObstacles(await clone([lock, gulp, ffprobe]), '24.0.0')).toStrictEqual([]);
  });

  it('says that nothing is installed', async () => {
    expect(findObstacles(await clone([]))).toStrictEqual([
      'The packages are not installed. Run `npm ci` first.',
    ]);
  });

  it('names each package whose install script did not run, with the command that runs them', async () => {
    const root = await clone([lock, gulp, ffprobe], 0o644);
    const name = `@ffprobe-installer/${platform}`;
    expect(findObstacles(root, '20.20.2')).toStrictEqual([
      `The install scripts of node, ${name} did not run, as with npm's ignore-scripts. Run \`npm rebuild --ignore-scripts=false node ${name}\`, which runs these and no others.`,
    ]);
  });

  it('needs no Node of its own where the machine has one that is new enough', async () => {
    expect(findObstacles(await clone([lock, gulp, ffprobe]), '26.1.0')).toStrictEqual([]);
  });
});
