import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../folders.ts';
import { freePort } from '../ports.ts';
import { environment } from './environment.ts';
import { startProcess, type RunningProcess } from './startProcess.ts';
import { untilReady } from './untilReady.ts';

export interface N8nOptions {
  /** The folder that `installN8n` returned. */
  installed?: string;
  /** A shell command in place of the installed one; n8n's own command and arguments follow it. */
  shellCommand?: string;
  /** N8N_USER_FOLDER: its database, its files and its community packages. */
  userFolder: string;
  /** Of the editor; any free one when left out. */
  port?: number;
  /** Whether it refuses requests by other names than this machine's; of the installed one only. */
  ownHostsOnly?: boolean;
  /** More environment, over the playground's own. */
  env?: Record<string, string>;
  /** `worker` and `webhook` are n8n's other processes in queue mode. */
  command?: 'start' | 'worker' | 'webhook';
  /** More command line arguments. */
  args?: string[];
  logFile?: string;
}

export interface RunningN8n extends RunningProcess {
  /** Of the editor and the REST API, without a slash at the end. */
  url: string;
  port: number;
  /** Where its workflows may read and write files; `.n8n-files` for a workflow. */
  filesFolder: string;
}

const quiet = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
};

function programOf({ installed, shellCommand, ownHostsOnly }: N8nOptions, args: string[]) {
  if (shellCommand !== undefined)
    return { command: 'sh', args: ['-c', `exec ${shellCommand} "$@"`, 'sh', ...args] };
  if (installed === undefined) throw new Error('No n8n is named');
  const program = join(installed, 'node_modules', 'n8n', 'bin', 'n8n');
  const guard = ownHostsOnly ? ['--import', import.meta.resolve('./ownHostsOnly.ts')] : [];
  return { command: process.execPath, args: [...guard, program, ...args] };
}

/** Starts n8n on loopback and returns when it answers. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
  const { userFolder, command = 'start', args = [] } = options;
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  // Beside n8n's own folder and not in the user's home, where it is by default.
  const filesFolder = join(userFolder, '.n8n-files');
  await mkdir(filesFolder, { recursive: true });
  const started = startProcess({
    name: command === 'start' ? 'n8n' : `n8n ${command}`,
    ...programOf(options, [command, ...args]),
    cwd: userFolder,
    logFile: options.logFile ?? join(userFolder, `n8n-${command}.log`),
    env: environment({
      ...quiet,
      N8N_USER_FOLDER: userFolder,
      N8N_RESTRICT_FILE_ACCESS_TO: filesFolder,
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_PORT: String(port),
      N8N_RUNNERS_BROKER_PORT: String(await freePort()),
      // The editor is reached over plain http, and not by localhost only.
      N8N_SECURE_COOKIE: 'false',
      // A sixth of what a start takes is compiling, which Node.js keeps for the next one.
      ...(options.installed && { NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled') }),
      ...(command === 'worker' && { QUEUE_HEALTH_CHECK_ACTIVE: 'true' }),
      ...(command === 'worker' && { QUEUE_HEALTH_CHECK_PORT: String(port) }),
      ...options.env,
    }),
  });
  await untilReady(started, async () => {
    const ready = await fetch(`${url}/healthz/readiness`);
    if (!ready.ok || command !== 'start') return ready.ok;
    // The database is ready before the REST API is.
    return (await fetch(`${url}/rest/settings`)).ok;
  });
  return { ...started, url, port, filesFolder };
}
