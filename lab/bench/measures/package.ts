import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rootFolder } from '../../../playground/folders.ts';
import { installN8n, installPackage, packRoot } from '../../../playground/index.ts';
import { alternate, type Measure } from './measure.ts';

const run = promisify(execFile);
const loader = join(import.meta.dirname, '..', 'n8n', 'loadPackage.js');

/** What the package costs n8n at its start, and on disk. */
export const packageCost: Measure = {
  name: 'package',
  runs: 5,
  seconds: { start: 10, run: 2 },
  async take({ runs }) {
    const installed = await installN8n();
    const folder = await mkdtemp(join(tmpdir(), 'videogen-bench-'));
    try {
      const tarball = await packRoot(join(folder, 'package'));
      const { name } = await installPackage(tarball, folder);
      const packed = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: rootFolder,
      });
      const [{ unpackedSize, size, entryCount }] = JSON.parse(packed.stdout);
      const installedPackage = join(folder, '.n8n', 'nodes', 'node_modules', name);
      return await alternate(runs, {
        own: async () => {
          const { stdout } = await run(process.execPath, [loader, installed, installedPackage]);
          return {
            ...JSON.parse(stdout),
            unpackedKilobytes: unpackedSize / 1000,
            packedKilobytes: size / 1000,
            files: entryCount,
          };
        },
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
