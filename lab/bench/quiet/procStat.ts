import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of one process and of its ended children, in clock ticks. */
export interface ProcessTimes {
  parent: number;
  ticks: number;
}

/** The machine at one moment. */
export interface Snapshot {
  atMs: number;
  /** CPU time that all processes and other tenants of the machine have had, in clock ticks. */
  busyTicks: number;
  /** By id and start time, because ids are given again. */
  processes: Map<string, ProcessTimes & { pid: number }>;
}

/**
 * Reads what the processors have done from the text of /proc/stat. Waiting, and the work of
 * interrupts, which belongs to no process, are left out.
 */
export function readBusyTicks(stat: string): number {
  const [user, nice, system, , , , , steal] = stat
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user! + nice! + system! + (steal ?? 0);
}

/** Reads a process from the text of /proc/PID/stat. */
export function readProcess(stat: string): ProcessTimes & { startedAt: string } {
  // The second field is the command in brackets, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), ticks, startedAt: fields[19]! };
}

/** Looks at the machine (Linux). */
export function takeSnapshot(): Snapshot {
  const processes: Snapshot['processes'] = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const { startedAt, ...times } = readProcess(readFileSync(`/proc/${name}/stat`, 'utf8'));
      processes.set(`${name}@${startedAt}`, { pid: Number(name), ...times });
    } catch {
      // It has ended since the folder was listed.
    }
  }
  const busyTicks = readBusyTicks(readFileSync('/proc/stat', 'utf8'));
  return { atMs: performance.now(), busyTicks, processes };
}
