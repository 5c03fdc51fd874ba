import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, installFolder, pinnedFolder } from '../folders.ts';
import { tryLock } from '../lock.ts';
import { say, step } from '../report.ts';
import { waitFor } from '../waitFor.ts';
import { runTool } from './runTool.ts';

const OTHER_INSTALL_TIMEOUT_MS = 20 * 60_000;

/**
 * Installs an n8n into the user's cache folder, unless it is there already.
 *
 * The folder gets its name only when all is in place, so what stands under that name is whole.
 *
 * @param source folder of its package.json and lock file; those of the pinned n8n when left out
 * @returns the folder that holds its `node_modules`
 * @throws StartError when a tool is missing or fails
 */
export async function installN8n(source = pinnedFolder): Promise<string> {
  const folder = await installFolder(source);
  if (existsSync(folder)) return folder;
  const release = await lockInstall(`${folder}.lock`);
  try {
    if (!existsSync(folder)) await install(folder, source);
    return folder;
  } finally {
    release();
  }
}

async function lockInstall(file: string) {
  const release = await tryLock(file);
  if (release) return release;
  return step('Waiting for another start, which is installing n8n', () =>
    waitFor(
      () => tryLock(file),
      OTHER_INSTALL_TIMEOUT_MS,
      () => new Error(`Another start has been installing n8n for too long (lock file ${file}).`),
    ),
  );
}

async function install(folder: string, source: string) {
  const partial = `${folder}.partial`;
  if (existsSync(partial)) {
    say('An earlier install of n8n did not finish; starting it again.');
    await rm(partial, { recursive: true, force: true });
  }
  await mkdir(partial, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    await cp(join(source, file), join(partial, file));

  say(`n8n is installed once, into ${cacheFolder()}: about 2.2 GB and four minutes.`);
  await step('Fetching n8n', (note) => fetchPackages(partial, note));
  await step("Compiling n8n's database driver", () => compileDriver(partial));
  await step('Trying it', () => tryOut(partial));
  await rename(partial, folder);
}

async function fetchPackages(folder: string, note: (text: string) => void) {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const total = Object.keys(lock.packages).length - 1;
  let fetched = 0;
  await runTool({
    command: 'npm',
    // `npm ci` refuses this lock file where a registry lacks a build for another platform.
    args: [
      ...['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
      // Whatever the account's .npmrc says: the lock file counts, and so do its optional packages.
      ...['--package-lock=true', '--include=optional', '--engine-strict=false', '--loglevel=http'],
    ],
    cwd: folder,
    doing: 'Fetching n8n',
    hint: 'Check that the npm registry can be reached and that the disk has 3 GB left, then start again.',
    onLine: (line) => {
      if (line.includes('npm http') && line.includes('.tgz'))
        note(`${(fetched += 1)} of about ${total} packages`);
    },
  });
}

const compileDriver = (folder: string) =>
  runTool({
    command: 'npm',
    // The driver is nothing without its script, also where ignore-scripts is an account's rule.
    args: ['rebuild', 'sqlite3', '--foreground-scripts', '--ignore-scripts=false'],
    cwd: folder,
    doing: "Compiling n8n's database driver",
    hint: 'It needs Python 3, make and a C++ compiler (Debian: apt-get install build-essential python3).',
  });

async function tryOut(folder: string) {
  const hint = `Delete ${folder} and start again.`;
  const common = { command: process.execPath, cwd: folder, doing: 'Trying n8n', hint };
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  // What comes compiled, or is compiled here; an older n8n has no isolated-vm.
  const compiled = ['sqlite3', 'isolated-vm'].filter((name) => `node_modules/${name}` in packages);
  const load = compiled.map((name) => `require('${name}')`).join('; ');
  await runTool({ ...common, args: ['-e', load] });
  await runTool({ ...common, args: [join('node_modules', 'n8n', 'bin', 'n8n'), '--version'] });
}
