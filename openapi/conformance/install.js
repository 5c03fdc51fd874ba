import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Installs the tools of a folder unless they are those of its manifest and lock file already.
 *
 * @param {string} folder with a package.json of its own
 */
export async function install(folder = dirname(fileURLToPath(import.meta.url))) {
  const marker = join(folder, 'node_modules/.installed-lock');
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  const locked = await readFile(join(folder, 'package-lock.json'));
  const lock = createHash('sha256').update(manifest).update(locked).digest('hex');
  if ((await readFile(marker, 'utf8').catch(() => '')) === lock) return;
  console.log('Installing the tools, about a minute ...');
  // No tool here needs its install script, and some of them would compile for minutes.
  const options = ['--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund'];
  await execute('npm', ['ci', ...options], { cwd: folder, maxBuffer: 1e8 });
  await writeFile(marker, lock);
}
