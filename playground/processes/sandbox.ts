import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rootFolder } from '../folders.ts';
import { freePort } from '../ports.ts';
import { environment } from './environment.ts';
import { startProcess, type RunningProcess } from './startProcess.ts';
import { untilReady } from './untilReady.ts';

export interface SandboxOptions {
  /** Folder of its tasks and videos. */
  dataFolder: string;
  port?: number;
  /** Name or address at which others than this machine reach it; loopback only when left out. */
  host?: string | undefined;
  /** The key that it accepts; a new one when left out. */
  apiKey?: string;
  /** More command line arguments. */
  args?: string[];
  logFile?: string;
}

export interface RunningSandbox extends RunningProcess {
  /** The base URL for the Video Generation API credential. */
  url: string;
  apiKey: string;
}

/** Starts the built sandbox on loopback and returns when it answers. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { dataFolder, args = [] } = options;
  const port = options.port ?? (await freePort());
  const apiKey = options.apiKey ?? `sandbox-${randomBytes(12).toString('hex')}`;
  const own = `http://127.0.0.1:${port}`;
  const url = options.host === undefined ? own : `http://${options.host}:${port}`;
  const reach =
    options.host === undefined
      ? ['--host', '127.0.0.1']
      : ['--host', '0.0.0.0', '--name', options.host, '--private-networks'];
  await mkdir(dataFolder, { recursive: true });
  const started = startProcess({
    name: 'the sandbox',
    command: process.execPath,
    args: [
      join(rootFolder, 'sandbox', 'dist', 'cli.js'),
      ...reach,
      ...['--port', String(port), '--key', apiKey, '--data', dataFolder],
      ...args,
    ],
    cwd: dataFolder,
    logFile: options.logFile ?? join(dataFolder, 'sandbox.log'),
    env: environment({}),
  });
  await untilReady(started, async () => (await fetch(own)).status > 0);
  return { ...started, url, apiKey };
}
