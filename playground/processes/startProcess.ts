import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { endWithUs, killGroup, signal } from './groups.ts';

const STOP_TIMEOUT_MS = 20_000;
const LOG_TAIL_LINES = 25;

export interface RunningProcess {
  name: string;
  /** Also the id of the process group, so that the children it starts end with it. */
  pid: number;
  logFile: string;
  /** Settles when it ended, with how. */
  ended: Promise<string>;
  /** True until it ended. */
  running(): boolean;
  /**
   * Asks it to end, and ends what is left of its group; returns when all is over.
   *
   * @param patienceMs - how long it may take before it is killed
   */
  stop(patienceMs?: number): Promise<void>;
  /** Ends it and its children at once, as a power cut would. */
  kill(): Promise<void>;
  /** The last lines of its log. */
  logTail(): Promise<string>;
}

interface Command {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFile: string;
}

/**
 * Starts a process in a group of its own, its output going to a log file.
 *
 * The group keeps a terminal's Ctrl-C away from it: it ends when `stop` says so, in order.
 */
export function startProcess({ name, command, args, env, cwd, logFile }: Command): RunningProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  let alive = true;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, by) => resolve(by ? `signal ${by}` : `exit code ${code}`));
  }).then((how) => {
    alive = false;
    return how;
  });
  const pid = child.pid ?? 0;
  endWithUs(child);

  return {
    name,
    pid,
    logFile,
    ended,
    running: () => alive,
    async stop(patienceMs = STOP_TIMEOUT_MS) {
      if (alive) signal(pid, 'SIGTERM');
      const timer = new AbortController();
      const late = setTimeout(patienceMs, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([ended, late]);
      timer.abort();
      killGroup(pid);
      await ended;
    },
    async kill() {
      killGroup(pid);
      await ended;
    },
    async logTail() {
      const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
      return lines.slice(-LOG_TAIL_LINES).join('\n');
    },
  };
}
