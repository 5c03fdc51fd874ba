import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFolder } from '../../../playground/folders.ts';
import { installN8n } from '../../../playground/install/installN8n.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

// The real install takes minutes; this npm puts the three things in place that are tried after it.
const npmThatInstalls = `
case "$1" in
  install)
    echo "npm http fetch GET 200 example.tgz" >&2
    mkdir -p node_modules/sqlite3 node_modules/isolated-vm node_modules/n8n/bin
    touch node_modules/sqlite3/index.js node_modules/isolated-vm/index.js node_modules/n8n/bin/n8n;;
esac`;

async function prepare(npm: string) {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const script = `#!/bin/sh\necho "$@" >> "${folder}/npm.log"\n${npm}`;
  await writeFile(join(bin, 'npm'), script);
  await chmod(join(bin, 'npm'), 0o755);
  vi.stubEnv('PATH', bin + delimiter + process.env.PATH);
  vi.stubEnv('XDG_CACHE_HOME', folder);
  const npmCalls = async () =>
    (await readFile(join(folder, 'npm.log'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
  return { npmCalls, target: await installFolder() };
}

describe('installN8n', () => {
  it('installs once and reuses what it installed', async () => {
    const { npmCalls, target } = await prepare(npmThatInstalls);
    expect(await installN8n()).toBe(target);
    expect(await installN8n()).toBe(target);
    expect(await npmCalls()).toEqual(['install', 'rebuild']);
  });

  it('installs once for two starts at the same time', async () => {
    const { npmCalls, target } = await prepare(npmThatInstalls);
    expect(await Promise.all([installN8n(), installN8n()])).toEqual([target, target]);
    expect(await npmCalls()).toEqual(['install', 'rebuild']);
  });

  it('does a half-finished install again from nothing', async () => {
    const { target } = await prepare(npmThatInstalls);
    await mkdir(join(`${target}.partial`, 'node_modules'), { recursive: true });
    await writeFile(join(`${target}.partial`, 'node_modules', 'half-a-file'), '');
    await installN8n();
    expect(await readdir(join(target, 'node_modules'))).not.toContain('half-a-file');
  });

  it('leaves nothing under the final name when a step fails, and says what helps', async () => {
    const { target } = await prepare(
      `${npmThatInstalls}\n[ "$1" = rebuild ] && { echo "make: not found" >&2; exit 1; }; exit 0`,
    );
    await expect(installN8n()).rejects.toThrow(
      "Compiling n8n's database driver failed (exit code 1). It needs Python 3, make and a C++ compiler (Debian: apt-get install build-essential python3).\nmake: not found",
    );
    await expect(readdir(target)).rejects.toThrow('ENOENT');
  });

  it('refuses an install that cannot run', async () => {
    const { target } = await prepare('true');
    await expect(installN8n()).rejects.toThrow(`Trying n8n failed (exit code 1). Delete ${target}`);
    await expect(readdir(target)).rejects.toThrow('ENOENT');
  });

  it('names a program that is missing', async () => {
    const { target } = await prepare('true');
    vi.stubEnv('PATH', target);
    await expect(installN8n()).rejects.toThrow(
      'Fetching n8n needs the program "npm", which is not on the PATH.',
    );
  });
});
