import type { Deadline } from '../../concurrency/Deadline';

/** Longest time without a byte. */
export const stallMs = 60_000;

/**
 * Longest time for a whole file, so that one that drips gives its place free. A clip of some seconds
 * has 20 MB at most, which takes 27 minutes when ten come at once over a line of 1 Mbit/s.
 */
const longestMs = 30 * 60_000;

/** Larger than any video of a few minutes: what streams on beyond it is none. */
const largestFileBytes = 1_000_000_000;

/** Why a file was given up; `isTransient` when another try may help. */
export class BrokenFile extends Error {
  constructor(
    message: string,
    readonly isTransient = false,
  ) {
    super(message);
  }
}

/**
 * Passes a video's bytes on as they come, and throws when there are too many, or none: whoever stores
 * them then knows that the file is not whole.
 *
 * @param deadline - put off with each of them
 * @throws BrokenFile
 */
export async function* guardBytes(
  source: AsyncIterable<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<Uint8Array> {
  const endsAtMs = performance.now() + longestMs;
  let size = 0;
  for await (const bytes of source) {
    deadline.extend(stallMs);
    if (performance.now() >= endsAtMs)
      throw new BrokenFile('the file wasn’t there after half an hour');
    size += bytes.length;
    if (size > largestFileBytes)
      throw new BrokenFile(`the file is larger than the limit of ${largestFileBytes / 1e6} MB`);
    yield bytes;
  }
  if (size === 0) throw new BrokenFile('the file is empty', true);
  // A store far away takes its time.
  deadline.extend(longestMs);
}
