import { join } from 'node:path';
import { base } from '../../docs/.vitepress/identity.ts';
import { rootFolder } from '../folders.ts';
import { freePort } from '../ports.ts';
import { environment } from './environment.ts';
import { startProcess, type RunningProcess } from './startProcess.ts';
import { untilReady } from './untilReady.ts';

export interface RunningDocs extends RunningProcess {
  /** Address of the first page, without a slash at its end. */
  url: string;
}

/**
 * Serves the built documentation on loopback and returns when it answers.
 *
 * @param folder for its log
 */
export async function startDocs(folder: string): Promise<RunningDocs> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}${base}`.replace(/\/$/, '');
  const program = join(rootFolder, 'node_modules/vitepress/bin/vitepress.js');
  const started = startProcess({
    name: 'the documentation',
    command: process.execPath,
    args: [program, 'preview', 'docs', '--port', port, '--host', '127.0.0.1'],
    cwd: rootFolder,
    logFile: join(folder, 'docs.log'),
    env: environment({}),
  });
  await untilReady(started, async () => (await fetch(`${url}/credentials`)).ok);
  return { ...started, url };
}
