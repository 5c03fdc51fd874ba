import { requestField } from '../generated/contract';
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

/** What a service may repeat of the request, and what shows a video without being one. */
const otherNames =
  /callback|webhook|input|image|audio|thumb|cover|poster|preview|avatar|docs?|help/;
const inputs: readonly string[] = Object.values(requestField);
const ofVideo = /video|\.(mp4|webm|mov|mkv)([?#]|$)/;

/**
 * Finds what may be the address of the video in a record of another shape than the contract's, for a
 * person to look at: nothing is fetched from there.
 */
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
