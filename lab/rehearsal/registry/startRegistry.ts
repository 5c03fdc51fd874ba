import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess, waitFor } from '../../../playground/index.ts';
import { environment } from '../../../playground/processes/environment.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const READY_TIMEOUT_MS = 180_000;

export interface Registry {
  url: string;
  /** Runs npm with this registry and none of the settings of whoever runs the test. */
  npm(args: string[], cwd: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a package registry on loopback, with nothing in it.
 *
 * @param folder for its packages and its log
 * @param behind address of the registry that has all packages but ours; none when left out
 */
export async function startRegistry(folder: string, behind?: string): Promise<Registry> {
  const base = environment({});
  // `npm ci` refuses this lock file where a registry lacks an optional build for another platform.
  const install = ['install', '--no-save', '--workspaces=false', '--ignore-scripts', '--no-audit'];
  await run('npm', install, { cwd: here });
  await mkdir(folder, { recursive: true });
  const started = startProcess({
    name: 'the registry',
    command: process.execPath,
    args: [join(here, 'serve.js'), folder, ...(behind ? [behind] : [])],
    cwd: here,
    env: base,
    logFile: join(folder, 'registry.log'),
  });
  const ready = await waitFor(
    async () => {
      if (!started.running()) throw new Error(await started.logTail());
      const text = await readFile(join(folder, 'ready.json'), 'utf8').catch(() => '');
      return text ? JSON.parse(text) : undefined;
    },
    READY_TIMEOUT_MS,
    () => new Error('The registry did not start.'),
  ).catch(async (error: unknown) => {
    await started.stop();
    throw error;
  });

  const settings = join(folder, 'npmrc');
  await writeFile(
    settings,
    `registry=${ready.url}\n//${new URL(ready.url).host}/:_authToken=anyone\n`,
  );
  const env = {
    ...base,
    npm_config_userconfig: settings,
    npm_config_globalconfig: join(folder, 'none'),
    npm_config_cache: join(folder, 'cache'),
  };
  return {
    url: ready.url,
    async npm(args, cwd) {
      await run('npm', args, { cwd, env });
    },
    stop: () => started.stop(),
  };
}
