import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const marker = join(here, 'node_modules/.installed-lock');
const execute = promisify(execFile);

/** Installs the tools unless they are those of the manifest and the lock file already. */
export async function install() {
  const manifest = await readFile(join(here, 'package.json'), 'utf8');
  const locked = await readFile(join(here, 'package-lock.json'));
  const lock = createHash('sha256').update(manifest).update(locked).digest('hex');
  if ((await readFile(marker, 'utf8').catch(() => '')) === lock) return;
  console.log('Installing the tools, about a minute ...');
  // No tool here needs its install script, and some of them would compile for minutes.
  const options = ['--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund'];
  await execute('npm', ['ci', ...options], { cwd: here, maxBuffer: 1e8 });
  await writeFile(marker, lock);
}
