import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { packedPackage } from '../../packed.ts';

const run = promisify(execFile);

it('@n8n/scan-community-package passes the sources and the tarball', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'video-generation-scan-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await run('tar', ['-xzf', await packedPackage(folder)], { cwd: folder });
  // In a process of its own, without NODE_ENV: in a test's environment some of the scan's rules find
  // nothing, and others what is not there.
  const args = [join(import.meta.dirname, 'scan.mjs'), resolve('.'), join(folder, 'package')];
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env.PATH } });
  expect(JSON.parse(stdout)).toEqual({ source: { passed: true }, tarball: { passed: true } });
}, 120_000);
