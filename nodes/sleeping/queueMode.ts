import type { RingNote } from './sleepRecord';

/** Stands for this process. */
export const processMark = `${Math.random()}`;

let isInQueueMode = false;

/**
 * Whether this process is a worker of n8n's queue mode, as far as it has learned: there, other
 * processes take the calls. n8n marks executions as running there before they queue, so that none is
 * queued twice.
 *
 * @param rung - the call that has woken an execution of this process
 */
export function learnQueueMode(rung: RingNote | undefined): boolean {
  if (rung !== undefined && rung.processMark !== processMark) isInQueueMode = true;
  return isInQueueMode;
}
