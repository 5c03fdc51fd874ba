import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mostTries, npmInstall } from '../../../lab/rehearsal/npmInstall.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'videogen-npm-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An npm that fails so often with this code; says how often it was called, and whether it ended well. */
async function install(code: string, failures: number) {
  const script = `#!/bin/sh\necho "$@" >> calls\n[ $(wc -l < calls) -gt ${failures} ] || { echo "npm error code ${code}"; exit 1; }\n`;
  await writeFile(join(folder, 'npm'), script, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const isDone = await npmInstall(['ajv'], { cwd: folder, env }, 0).then(
    () => true,
    () => false,
  );
  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n');
  expect(new Set(calls)).toEqual(new Set(['install --no-audit --no-fund ajv']));
  return { isDone, calls: calls.length };
}

it('tries again where a package is not found for a moment', async () => {
  expect(await install('E404', mostTries - 1)).toEqual({ isDone: true, calls: mostTries });
});

it('gives up where it stays away, and at once where something else is wrong', async () => {
  expect(await install('E404', mostTries)).toEqual({ isDone: false, calls: mostTries });
  await rm(join(folder, 'calls'));
  expect(await install('ERESOLVE', 1)).toEqual({ isDone: false, calls: 1 });
});
