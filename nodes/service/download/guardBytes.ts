import { sleep } from '../../concurrency/sleep';
import { sniffLength } from './sniff';

export interface ByteLimits {
  maxBytes: number;
  /** Longest time without a byte, in ms. */
  stallMs: number;
  /** Called once, with the first bytes, before they are passed on. */
  onHead?: (head: Uint8Array) => void;
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
 * Passes a file's bytes on as they come, and throws when there are too many, none, or none for too
 * long: whoever stores them then knows that the file is not whole.
 *
 * @throws BrokenFile
 */
export async function* guardBytes(
  source: AsyncIterable<Uint8Array>,
  { maxBytes, stallMs, onHead = () => {} }: ByteLimits,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let size = 0;
  let head: Uint8Array | undefined = new Uint8Array();
  try {
    for (;;) {
      const chunk = await withinTime(chunks.next(), stallMs);
      if (chunk.done === true) break;
      size += chunk.value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (head === undefined) {
        yield chunk.value;
        continue;
      }
      head = Buffer.concat([head, chunk.value]);
      if (head.length < sniffLength) continue;
      onHead(head);
      yield head;
      head = undefined;
    }
    if (size === 0) throw new BrokenFile('the file is empty', true);
    if (head !== undefined) {
      onHead(head);
      yield head;
    }
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
