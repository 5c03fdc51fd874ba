import { sleep } from '../../concurrency/sleep';

/** Longest time without a byte. */
const stallMs = 60_000;

/**
 * Longest time for a whole file, so that one that drips gives its place free. A clip of some seconds
 * has 20 MB at most, which takes 27 minutes when ten come at once over a line of 1 Mbit/s.
 */
const longestMs = 30 * 60_000;

/** Why a file was given up; `passing` when another try may help. */
export class BrokenFile extends Error {
  constructor(
    message: string,
    readonly passing: boolean,
  ) {
    super(message);
  }
}

/** Something that is no video, or may not be fetched: another try would bring the same. */
export const unusable = (message: string) => new BrokenFile(message, false);

export const tooLarge = (maxBytes: number) =>
  unusable(`the file is larger than the limit of ${maxBytes / 1e6} MB`);

/**
 * Passes a video's bytes on as they come, and throws when there are too many, none, or none for too
 * long: whoever stores them then knows that the file is not whole.
 *
 * @throws BrokenFile
 */
export async function* guardBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const endsAtMs = performance.now() + longestMs;
  const chunks = source[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await beforeStall(chunks.next());
      if (done) break;
      if (performance.now() >= endsAtMs) throw unusable('the file wasn’t there after half an hour');
      size += value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield value;
    }
    if (size === 0) throw new BrokenFile('the file is empty', true);
  } finally {
    // Not awaited: it would wait for the chunk that does not come.
    chunks.return?.().catch(() => {});
  }
}

async function beforeStall<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const isOver = sleep(stallMs, timer.signal).then(() => {
    throw new BrokenFile('no byte arrived for a minute', true);
  });
  try {
    return await Promise.race([work, isOver]);
  } finally {
    timer.abort();
    isOver.catch(() => {});
    work.catch(() => {});
  }
}
