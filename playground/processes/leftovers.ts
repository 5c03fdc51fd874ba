import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { say, StartError } from '../report.ts';
import { waitFor } from '../waitFor.ts';
import { killGroup } from './groups.ts';
import type { RunningProcess } from './startProcess.ts';

const END_TIMEOUT_MS = 10_000;

const run = promisify(execFile);

interface Remembered {
  name: string;
  pid: number;
  /** When it started, as `ps` says; tells it from a later process that got the same id. */
  since: string;
}

async function startOf(pid: number): Promise<string> {
  const columns = ['-o', 'stat=', '-o', 'lstart='];
  const { stdout } = await run('ps', [...columns, '-p', String(pid)]).catch(() => ({ stdout: '' }));
  const [state = '', ...since] = stdout.trim().split(/\s+/);
  // One that has ended but whose parent has not asked how is still listed, as a zombie.
  return state.startsWith('Z') ? '' : since.join(' ');
}

/** Notes which processes run, for a later start that finds them left over. */
export async function remember(file: string, running: RunningProcess[]): Promise<void> {
  const list: Remembered[] = [];
  for (const { name, pid } of running) list.push({ name, pid, since: await startOf(pid) });
  await writeFile(file, JSON.stringify(list));
}

/** Ends what an earlier start left running because it was killed itself. */
export async function endLeftovers(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  for (const { name, pid, since } of JSON.parse(text) as Remembered[]) {
    if (!since || (await startOf(pid)) !== since) continue;
    say(`Ending ${name} (process ${pid}), which an earlier start left running.`);
    killGroup(pid);
    await waitFor(
      async () => (await startOf(pid)) === '' || undefined,
      END_TIMEOUT_MS,
      () => new StartError(`${name} (process ${pid}) does not end; end it and start again.`),
    );
  }
}
