import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProcess, waitFor } from '../../../playground/index.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const READY_TIMEOUT_MS = 180_000;

export interface Registry {
  /** Environment that makes npm, and an n8n that runs it, find their registry here. */
  env: Record<string, string>;
  /** Publishes an unpacked package. */
  publish(packageFolder: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a package registry on loopback, with nothing in it and nothing behind it.
 *
 * @param folder for its packages and its log
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const base = { PATH: process.env.PATH, HOME: process.env.HOME };
  // `npm ci` refuses this lock file where a registry lacks an optional build for another platform.
  const install = ['install', '--no-save', '--workspaces=false', '--ignore-scripts', '--no-audit'];
  await run('npm', install, { cwd: here });
  await mkdir(folder, { recursive: true });
  const started = startProcess({
    name: 'the registry',
    command: process.execPath,
    args: [join(here, 'serve.js'), folder],
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

  // The settings of whoever runs the test may name another registry.
  const settings = join(folder, 'npmrc');
  await writeFile(settings, '');
  const npm = {
    npm_config_userconfig: settings,
    npm_config_globalconfig: join(folder, 'none'),
    npm_config_cache: join(folder, 'cache'),
  };
  const { host } = new URL(ready.registryUrl);
  return {
    env: {
      ...npm,
      HTTP_PROXY: ready.proxyUrl,
      HTTPS_PROXY: ready.proxyUrl,
      NO_PROXY: '127.0.0.1,localhost',
      NODE_EXTRA_CA_CERTS: ready.certificateFile,
    },
    async publish(packageFolder) {
      const to = [`--registry=${ready.registryUrl}`, `--//${host}/:_authToken=anyone`];
      await run('npm', ['publish', '--ignore-scripts', ...to], {
        cwd: packageFolder,
        env: { ...base, ...npm },
      });
    },
    stop: () => started.stop(),
  };
}
