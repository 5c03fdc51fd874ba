import { sleep } from '../concurrency/sleep';

export interface ByteLimits {
  maxBytes: number;
  /** Size that the server announced, where it did. */
  expectedBytes?: number;
  /** Longest time without a byte, in ms. */
  stallMs: number;
}

/** Why a file was given up; `passing` when another try may help. */
export class BrokenFile extends Error {
  constructor(
    message: string,
    readonly passing: boolean,
  ) {
    super(message);
  }
}

/**
 * Passes a file's bytes on as they come, and throws when there are too many, too few, or none for
 * too long: whoever stores them then knows that the file is not whole.
 *
 * @throws BrokenFile
 */
export async function* guardBytes(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, expectedBytes, stallMs }: ByteLimits,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const chunk = await withinTime(chunks.next(), stallMs);
      if (chunk.done === true) break;
      size += chunk.value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk.value;
    }
    if (size === 0) throw new BrokenFile('the file is empty', true);
    if (expectedBytes !== undefined && size !== expectedBytes)
      throw new BrokenFile(`only ${size} of ${expectedBytes} bytes arrived`, true);
  } finally {
    // Not awaited: it would wait for the chunk that does not come.
    chunks.return?.().catch(() => {});
  }
}

export function tooLarge(maxBytes: number): BrokenFile {
  return new BrokenFile(`the file is larger than the limit of ${maxBytes / 1e6} MB`, false);
}

async function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const timer = new AbortController();
  const stalled = sleep(limitMs, timer.signal).then(() => {
    throw new BrokenFile(`no byte arrived for ${limitMs / 1000} seconds`, true);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    timer.abort();
    stalled.catch(() => {});
    work.catch(() => {});
  }
}
