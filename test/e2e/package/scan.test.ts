import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pack, type Packed } from '../../package/pack.ts';

// In a process of its own, without NODE_ENV: in a test's environment some of the scan's rules find
// nothing, and others what is not there.
async function scan(source: string, tarball: string) {
  const args = [join(import.meta.dirname, 'scan.mjs'), source, tarball];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env.PATH },
  });
  return JSON.parse(stdout) as Record<'source' | 'tarball', { passed: boolean; details?: string }>;
}

describe('@n8n/scan-community-package', { timeout: 120_000 }, () => {
  let packed: Packed;
  beforeEach(async () => {
    packed = await pack('.');
  }, 120_000);
  afterEach(() => packed.remove());

  it('passes the sources and the tarball', async () => {
    expect(await scan(resolve('.'), packed.folder)).toEqual({
      source: { passed: true },
      tarball: { passed: true },
    });
  });
});
