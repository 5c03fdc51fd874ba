import { sleep } from '../../concurrency/sleep';
import { headLength, readOtherType } from './fileType';

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

/**
 * Passes a video's bytes on as they come, and throws when there are too many, none, none for too
 * long, or those of something else: whoever stores them then knows that the file is not whole.
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
  let head: Uint8Array | undefined = new Uint8Array();
  try {
    for (;;) {
      const chunk = await inTime(chunks.next(), endsAtMs - performance.now());
      if (chunk.done) break;
      size += chunk.value.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (head === undefined) yield chunk.value;
      else {
        head = Buffer.concat([head, chunk.value]);
        if (head.length < headLength) continue;
        yield checkHead(head);
        head = undefined;
      }
    }
    if (size === 0) throw new BrokenFile('the file is empty', true);
    if (head !== undefined) yield checkHead(head);
  } finally {
    // Not awaited: it would wait for the chunk that does not come.
    chunks.return?.().catch(() => {});
  }
}

export function tooLarge(maxBytes: number): BrokenFile {
  return new BrokenFile(`the file is larger than the limit of ${maxBytes / 1e6} MB`, false);
}

function checkHead(head: Uint8Array): Uint8Array {
  const other = readOtherType(head);
  if (other === undefined) return head;
  throw new BrokenFile(`the link leads to ${other}, not to a video`, false);
}

async function inTime<T>(work: Promise<T>, leftMs: number): Promise<T> {
  const timer = new AbortController();
  const isOver = sleep(Math.max(0, Math.min(leftMs, stallMs)), timer.signal).then(() => {
    if (leftMs > stallMs) throw new BrokenFile('no byte arrived for a minute', true);
    throw new BrokenFile('the file wasn’t there after half an hour', false);
  });
  try {
    return await Promise.race([work, isOver]);
  } finally {
    timer.abort();
    isOver.catch(() => {});
    work.catch(() => {});
  }
}
