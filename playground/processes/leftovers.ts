import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { say } from '../report.ts';
import { killGroup } from './groups.ts';
import type { RunningProcess } from './startProcess.ts';

const run = promisify(execFile);

interface Remembered {
  name: string;
  pid: number;
  /** As `ps` showed it; tells the process from a later one that got the same id. */
  shown: string;
}

async function show(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'lstart=,command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim();
}

/** Notes which processes run, for a later start that finds them left over. */
export async function remember(file: string, running: RunningProcess[]): Promise<void> {
  const list: Remembered[] = [];
  for (const { name, pid } of running) list.push({ name, pid, shown: await show(pid) });
  await writeFile(file, JSON.stringify(list));
}

/** Ends what an earlier start left running because it was killed itself. */
export async function endLeftovers(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  for (const { name, pid, shown } of JSON.parse(text) as Remembered[]) {
    if (!shown || (await show(pid)) !== shown) continue;
    say(`Ending ${name} (process ${pid}), which an earlier start left running.`);
    killGroup(pid);
  }
}
