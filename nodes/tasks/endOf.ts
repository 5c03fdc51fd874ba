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

/** Words of a beginning or a middle. What stands in `results` under them may be a preview. */
const goesOn =
  /ing$|^(accepted|active|created|initialized|inprogress|inqueue|new|paused|queued|received|scheduled|started|stopped|submitted|throttled)$/;

/**
 * Address of the finished video: element 0 of `results` (contract 2.2), under any word but those of a
 * failure, a beginning or a middle. Services of this kind also put it into an object.
 */
export function resultUrl({ status, results }: Task): string | undefined {
  if (endOf(status) === 'failed' || goesOn.test(status.toLowerCase().replace(/[\s_-]+/g, '')))
    return undefined;
  const [first]: unknown[] = Array.isArray(results) ? results : [];
  const url = Object(first) === first ? (first as { url?: unknown }).url : first;
  return isAddress(url) ? url.trim() : undefined;
}

export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^\s*https?:/i.test(value) && URL.canParse(value);
