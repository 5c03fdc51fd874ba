import type { Task } from '../generated/types';

export type FinalStatus = 'completed' | 'failed';

/**
 * How a task has ended, by its status. The document names "completed" and "failed"; the others are the
 * words that services of this kind use for the same. A word that may stand for a beginning or a middle
 * is not one.
 */
const completed = /^(completed?|succeeded|success|done|finished)$/;
const failed =
  /^(failed|failure|error|errored|cancell?ed|aborted|terminated|expired|timeout|timedout|rejected|denied)$/;

/**
 * How a task with this status has ended; undefined for one that goes on, or of which nobody knows.
 *
 * @param status - in any case, its words joined in any way: "Timed out", "TIMED_OUT"
 */
export function endOf(status: string): FinalStatus | undefined {
  const plain = status.toLowerCase().replace(/[\s_-]+/g, '');
  if (completed.test(plain)) return 'completed';
  return failed.test(plain) ? 'failed' : undefined;
}

/**
 * Address of the finished video: element 0 of `results` of a completed task (contract 2.2). Services
 * of this kind also put it into an object.
 */
export function resultUrl(task: Task): string | undefined {
  if (endOf(task.status) !== 'completed') return undefined;
  const [first]: unknown[] = Array.isArray(task.results) ? task.results : [];
  const url = Object(first) === first ? (first as { url?: unknown }).url : first;
  const isAddress = typeof url === 'string' && /^\s*https?:/i.test(url) && URL.canParse(url);
  return isAddress ? url.trim() : undefined;
}
