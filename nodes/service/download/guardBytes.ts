import { sleep } from '../../concurrency/sleep';

/** Longest time without a byte. */
const stallMs = 60_000;

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
 * Passes a video's bytes on as they come, and throws when there are too many, none, or none for too
 * long: whoever stores them then knows that the file is not whole.
 *
 * @throws BrokenFile
 */
export async function* guardBytes(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const endsAtMs = performance.now() + longestMs;
  const chunks = source[Symbol.asyncIterator]();
  let timer = new AbortController();
  let size = 0;
  try {
    for (;;) {
      timer = new AbortController();
      const stalled = sleep(stallMs, timer.signal).catch(() => undefined);
      const next = await Promise.race([chunks.next(), stalled]);
      timer.abort();
      if (next === undefined) throw new BrokenFile('no byte arrived for a minute', true);
      if (next.done) break;
      if (performance.now() >= endsAtMs)
        throw new BrokenFile('the file wasn’t there after half an hour');
      size += next.value.length;
      if (size > largestFileBytes)
        throw new BrokenFile(`the file is larger than the limit of ${largestFileBytes / 1e6} MB`);
      yield next.value;
    }
    if (size === 0) throw new BrokenFile('the file is empty', true);
  } finally {
    timer.abort();
    // Not awaited: it would wait for the chunk that does not come.
    chunks.return?.().catch(() => {});
  }
}
