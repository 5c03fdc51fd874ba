import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootFolder } from '../../../playground/folders.ts';
import { alternate, type Measure } from './measure.ts';

const run = promisify(execFile);
const bin = (name: string) => join(rootFolder, 'node_modules', '.bin', name);

async function secondsOf(command: string, args: string[]): Promise<number> {
  const startMs = performance.now();
  await run(command, args, { cwd: rootFolder });
  return (performance.now() - startMs) / 1000;
}

/** How long the OpenAPI document takes to bundle, to become types, and to be linted. */
export const documentTimes: Measure = {
  name: 'document',
  runs: 5,
  seconds: { start: 0, run: 4 },
  async take({ runs }) {
    const folder = await mkdtemp(join(tmpdir(), 'videogen-bench-'));
    const bundle = join(folder, 'openapi.json');
    try {
      return await alternate(runs, {
        document: async () => {
          const source = join('openapi', 'openapi.yaml');
          const bundleSeconds = await secondsOf(bin('redocly'), [
            ...['bundle', source, '--output', bundle],
          ]);
          const typesSeconds = await secondsOf(process.execPath, [
            ...[join(import.meta.dirname, 'makeTypes.ts'), bundle],
          ]);
          const lintSeconds = await secondsOf(bin('redocly'), ['lint', source]);
          const totalSeconds = bundleSeconds + typesSeconds + lintSeconds;
          return { bundleSeconds, typesSeconds, lintSeconds, totalSeconds };
        },
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
