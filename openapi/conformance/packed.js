import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, write } from './context.js';

const execute = promisify(execFile);

/** Packs the package and installs it in a project of its own, as its users do. */
export async function installPacked(folder) {
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = await execute('npm', ['pack', '--workspace', 'openapi', ...options], {
    cwd: root,
  });
  const [{ filename }] = Object.values(JSON.parse(packed.stdout));
  await write(folder, 'package.json', { private: true });
  const quiet = ['--offline', '--no-audit', '--no-fund'];
  await execute('npm', ['install', ...quiet, join(folder, filename)], { cwd: folder });
}
