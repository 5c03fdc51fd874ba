import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const marker = join(here, 'node_modules/.installed-lock');
const execute = promisify(execFile);

/** Where a package of the manifest's `standalone` lies. */
export const standalone = (name) => join(here, 'node_modules/.standalone', name, 'package');

/** Unpacks a package without its dependencies: its script has them inside, and they are huge. */
async function unpack(name, { version, integrity }) {
  const folder = dirname(standalone(name));
  await mkdir(folder, { recursive: true });
  const { stdout } = await execute('npm', ['pack', `${name}@${version}`, '--json'], {
    cwd: folder,
  });
  const [packed] = Object.values(JSON.parse(stdout));
  if (packed.integrity !== integrity)
    throw new Error(`${name}@${version} is not what it was: ${packed.integrity}`);
  await execute('tar', ['-xzf', packed.filename], { cwd: folder });
}

/** Installs the tools unless they are those of the manifest and the lock file already. */
export async function install() {
  const manifest = await readFile(join(here, 'package.json'), 'utf8');
  const locked = await readFile(join(here, 'package-lock.json'));
  const lock = createHash('sha256').update(manifest).update(locked).digest('hex');
  if ((await readFile(marker, 'utf8').catch(() => '')) === lock) return;
  console.log('Installing the tools, about two minutes ...');
  // No tool here needs its install script, and some of them would compile for minutes.
  const options = ['--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund'];
  await execute('npm', ['ci', ...options], { cwd: here, maxBuffer: 1e8 });
  for (const [name, wanted] of Object.entries(JSON.parse(manifest).standalone))
    await unpack(name, wanted);
  await writeFile(marker, lock);
}
