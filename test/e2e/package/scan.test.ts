import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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

  it('would see a console call in the tarball and a missing default in the sources', async () => {
    const { folder } = packed;
    const fields = 'nodes/results/fields.ts';
    const faulty = join(folder, 'source', fields);
    await mkdir(dirname(faulty), { recursive: true });
    await writeFile(faulty, (await readFile(fields, 'utf8')).replace("default: 'simplified',", ''));
    await cp('package.json', join(folder, 'source', 'package.json'));
    await appendFile(join(folder, 'dist/nodes/WaitForVideo/WaitForVideo.node.js'), 'console.log()');

    const { source, tarball } = await scan(join(folder, 'source'), folder);
    expect(source.details).toContain('n8n-nodes-base/node-param-default-missing');
    expect(tarball.details).toContain('no-console');
  });
});
