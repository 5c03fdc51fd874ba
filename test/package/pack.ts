import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Packed {
  name: string;
  version: string;
  /** Bytes of the tarball. */
  size: number;
  /** Bytes of its files. */
  unpackedSize: number;
  files: Array<{ path: string; size: number }>;
  /** Where the tarball was unpacked. */
  folder: string;
  remove(): Promise<void>;
}

/**
 * Packs a built package of this repository as publishing it would, and unpacks the tarball.
 *
 * @param source folder of the package, from the root
 */
export async function pack(source: string): Promise<Packed> {
  const target = await mkdtemp(join(tmpdir(), 'videogen-package-test-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
  const { stdout } = await run('npm', args, { cwd: source });
  // An array up to npm 11, an object by package name from npm 12 on.
  const [packed] = Object.values(JSON.parse(stdout)) as Array<Packed & { filename: string }>;
  await run('tar', ['-xzf', packed!.filename], { cwd: target });
  return {
    ...packed!,
    folder: join(target, 'package'),
    remove: () => rm(target, { recursive: true, force: true }),
  };
}
