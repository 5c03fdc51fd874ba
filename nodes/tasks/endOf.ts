export type Ending = 'completed' | 'failed';

/**
 * How a task has ended, by its status. The document names "completed" and "failed"; the others are the
 * words that services of this kind use for the same. A word that may stand for a beginning or a middle
 * is not one.
 */
const ends: Record<Ending, ReadonlySet<string>> = {
  completed: new Set(['completed', 'complete', 'succeeded', 'success', 'done', 'finished']),
  failed: new Set([
    ...['failed', 'failure', 'error', 'errored'],
    ...['canceled', 'cancelled', 'aborted', 'terminated'],
    ...['expired', 'timeout', 'timedout'],
    ...['rejected', 'denied'],
  ]),
};

/**
 * How a task with this status has ended; undefined for one that goes on, or of which nobody knows.
 *
 * @param status - in any case, its words joined in any way: "Timed out", "TIMED_OUT"
 */
export function endOf(status: string): Ending | undefined {
  const plain = status.toLowerCase().replace(/[\s_-]+/g, '');
  if (ends.completed.has(plain)) return 'completed';
  return ends.failed.has(plain) ? 'failed' : undefined;
}
