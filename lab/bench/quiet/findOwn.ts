import type { Snapshot } from './procStat.ts';

/**
 * Which processes are the bench's own: it, all below it, and those that were known as its own
 * before, because a process loses its parent when that one ends.
 */
export function findOwn(
  { processes }: Snapshot,
  benchPid: number,
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const children = new Map<number, string[]>();
  for (const [key, { parent }] of processes)
    children.set(parent, [...(children.get(parent) ?? []), key]);
  const own = new Set<string>();
  const add = (key: string) => {
    if (own.has(key)) return;
    own.add(key);
    children.get(processes.get(key)!.pid)?.forEach(add);
  };
  for (const [key, { pid }] of processes) if (pid === benchPid || known.has(key)) add(key);
  return own;
}

/** CPU time of the bench's own processes between two moments, in clock ticks. */
export function ownTicksBetween(
  before: Snapshot,
  ownBefore: ReadonlySet<string>,
  after: Snapshot,
  ownAfter: ReadonlySet<string>,
): number {
  const pids = new Set([...ownBefore].map((key) => before.processes.get(key)!.pid));
  let ticks = 0;
  for (const key of ownAfter) ticks += after.processes.get(key)!.ticks;
  for (const key of ownBefore) {
    const { parent, ticks: had } = before.processes.get(key)!;
    // The time of one that has ended is in its parent's now, unless nobody of ours waited for it.
    if (ownAfter.has(key) || pids.has(parent)) ticks -= had;
  }
  return ticks;
}
