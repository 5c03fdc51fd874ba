import { taskEnd } from '../generated/taskEnd';
import type { Task } from '../generated/types';

export type FinalStatus = 'completed' | 'failed';

/**
 * How a task with this status has ended; undefined for one that goes on, or of which nobody knows.
 *
 * @param status - in any case, its words joined in any way: "Timed out", "TIMED_OUT"
 */
export function endOf(status: string): FinalStatus | undefined {
  const end = taskEnd(status);
  return end && end !== 'completed' ? 'failed' : end;
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
