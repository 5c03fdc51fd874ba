import type { ChildProcess } from 'node:child_process';

/** Sends a signal to a process, or to a group when the number is negative; one that is gone is no error. */
export function signal(target: number, name: NodeJS.Signals) {
  if (!target) return;
  try {
    process.kill(target, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ends a process and everything in its group. */
export const killGroup = (pid: number) => signal(-pid, 'SIGKILL');

/** Makes a process that leads a group of its own end with this one, however this one ends by itself. */
export function endWithUs(child: ChildProcess) {
  const killNow = () => killGroup(child.pid ?? 0);
  process.once('exit', killNow);
  child.once('exit', () => process.off('exit', killNow));
}
