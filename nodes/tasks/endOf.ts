import { requestField } from '../generated/contract';
import { taskEnd } from '../generated/taskEnd';
import type { Task } from '../generated/types';

export type FinalStatus = 'completed' | 'failed';

/**
 * How a task with this status has ended; undefined if it goes on or the status is unknown.
 *
 * @param status - in any spelling: "Timed out", "TIMED_OUT"
 */
export function endOf(status: string): FinalStatus | undefined {
  const end = taskEnd(status);
  return end && end !== 'completed' ? 'failed' : end;
}

/** Statuses of unfinished tasks, whose `results` may hold a preview. */
const goesOn =
  /ing$|^(accepted|active|created|initialized|inprogress|inqueue|new|paused|queued|received|scheduled|started|stopped|submitted|throttled)$/;

/**
 * The address of the finished video: element 0 of `results` (contract 2.2), which some services wrap in
 * an object. An unknown status counts as finished here; a failed or unfinished one doesn't.
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

/** Names of fields that repeat the request, or that show a video without being one. */
const otherNames =
  /callback|webhook|input|image|audio|thumb|cover|poster|preview|avatar|docs?|help/;
const inputs: readonly string[] = Object.values(requestField);
const ofVideo = /video|\.(mp4|webm|mov|mkv)([?#]|$)/;

/** Finds what may be the video's address in a record of any shape, for a person: we never fetch it. */
export function findAddress(record: object): string | undefined {
  const found: Array<{ path: string; address: string }> = [];
  const search = (value: unknown, path: string): void => {
    if (isAddress(value)) found.push({ path, address: value.trim() });
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value))
      if (!inputs.includes(name) && !otherNames.test(name.toLowerCase()))
        search(inner, `${path} ${name.toLowerCase()}`);
  };
  search(record, '');
  const isLikely = ({ path, address }: (typeof found)[number]) =>
    ofVideo.test(path) || ofVideo.test(address);
  return (found.find(isLikely) ?? found[0])?.address;
}
