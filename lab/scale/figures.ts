import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What one size came to; printed as one line of JSON. */
export interface Figures {
  part: string;
  /** Tasks that are waited for, or items. */
  tasks: number;
  /** CPU time of the whole process for each answer, or for each item. */
  cpuMs: number;
  /** Longest time without a turn of the event loop, in CPU time of its thread. */
  longestBlockMs: number;
  /** Heap that each task holds while it is waited for. */
  bytesPerTask?: number;
}

/** Heap in use, without what could be collected. */
export function heapBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** CPU time of the process since an earlier reading, in ms. */
export function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const round = (value: number) => Number(value.toPrecision(3));

export function printFigures(figures: Figures): void {
  const rounded = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'number' ? round(value) : value,
  ]);
  console.log(JSON.stringify(Object.fromEntries(rounded)));
}
