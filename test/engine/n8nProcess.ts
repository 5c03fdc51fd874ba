import type { INodeType } from 'n8n-workflow';
import { vi } from 'vitest';
import { startAnew } from './startAnew.ts';
import { untilQuiet } from './virtualTime.ts';

/** The process of n8n that the nodes run in, with all that they have under way. */
let running = newProcess();

function newProcess() {
  let noteEnd = () => {};
  const ended = new Promise<void>((resolve) => (noteEnd = resolve));
  return { isKilled: false, ended, noteEnd };
}

/**
 * What stands outside of n8n does something for it: the service, the database. Nothing comes from a
 * process that was killed, and nothing returns to it.
 */
export async function serve<T>(work: () => T | Promise<T>): Promise<T> {
  const asks = running;
  if (!asks.isKilled) {
    const result = await work();
    if (!asks.isKilled) return result;
  }
  return await new Promise<never>(() => {});
}

/**
 * Kills n8n, as `kill -9` does. From now on nothing that it has begun goes on: no timer comes, no
 * request is answered, nothing is written. Nobody is told, so nothing of it tidies up.
 */
export function killN8n(): void {
  running.isKilled = true;
  running.noteEnd();
  clearTimers();
}

/** Vitest would set the clock back to the beginning of the test as well. */
function clearTimers(): void {
  const nowMs = Date.now();
  vi.clearAllTimers();
  vi.setSystemTime(nowMs);
}

/** Resolves when the n8n that runs now is killed. */
export const untilKilled = async () => await running.ended;

/**
 * Starts n8n where it was killed, or ends it: with fresh nodes, which remember nothing.
 *
 * @returns the nodes by the names of their types
 */
export async function startN8n(): Promise<Record<string, INodeType>> {
  killN8n();
  // What has its answer already comes to rest before the next process can take it for its own.
  await untilQuiet(clearTimers);
  running = newProcess();
  return startAnew();
}
