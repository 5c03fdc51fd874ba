import { taskStatus } from '../generated/contract';

/** Words with which services of this kind end a task; the contract shows only the first of each. */
const completedWords = new Set([
  'completed',
  'complete',
  'succeeded',
  'success',
  'done',
  'finished',
]);
const failedWords = new Set([
  ...['failed', 'failure', 'error', 'errored', 'rejected'],
  ...['cancelled', 'canceled', 'aborted', 'terminated', 'expired', 'timeout', 'timedout'],
]);

export type Ending = 'completed' | 'failed';

/**
 * What a status means when it is the end of a task.
 *
 * @param status - in any spelling: `Timed out`, `TIMED_OUT`
 * @returns undefined while the task goes on
 */
export function finalStatusOf(status: string): Ending | undefined {
  const word = status.toLowerCase().replace(/[\s_-]+/g, '');
  if (completedWords.has(word)) return taskStatus.completed;
  return failedWords.has(word) ? taskStatus.failed : undefined;
}
