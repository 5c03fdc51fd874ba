/** Stands for this process. */
export const processMark = `${Math.random()}`;

let isInQueueMode = false;

/**
 * Whether this process is a worker of n8n's queue mode, as far as it has learned: there, other
 * processes take the calls. n8n marks executions as running there before they queue, so that none is
 * queued twice.
 *
 * @param rungBy - the mark of the process that took the call which woke an execution of this one
 */
export function learnQueueMode(rungBy: string | undefined): boolean {
  if (rungBy !== undefined && rungBy !== processMark) isInQueueMode = true;
  return isInQueueMode;
}
