import { sleep } from '../concurrency/sleep';
import { enterLargeAnswers, smallAnswerBytes, turnOfItsOwn } from './largeAnswers';

type Broken = 'tooLarge' | 'timeout' | 'reset';

export interface ReadBody {
  text: string;
  /** Set when the body is not whole: it was too long, too slow, or the connection broke. */
  broken?: Broken;
}

/** Made once: an error with its stack takes longer than reading a task. */
const hasEnded = new Error('the body has been read');

/** To read so many takes no longer than to receive them. */
const quickBytes = 8_000;

type ByteStream = AsyncIterable<Uint8Array | string> & { destroy?: (error?: Error) => void };

/**
 * Reads an answer's body with a bound on size and time, and keeps what arrived when it breaks.
 *
 * @param body - the answer's stream
 * @param limits - maxBytes of memory to spend, timeoutMs for the whole body
 */
export async function readBody(
  body: unknown,
  limits: { maxBytes: number; timeoutMs: number },
): Promise<ReadBody> {
  if (typeof body === 'string') return { text: body };
  if (body === null || body === undefined) return { text: '' };
  if (!(Symbol.asyncIterator in Object(body))) return { text: JSON.stringify(body) };

  const stream = body as ByteStream;
  const bytes = new GrowingBuffer(limits.maxBytes);
  const timer = new AbortController();
  let leave = () => {};

  const read = async (): Promise<Broken | undefined> => {
    let isLarge = false;
    for await (const chunk of stream) {
      if (!bytes.add(chunk)) return 'tooLarge';
      if (isLarge || bytes.size <= smallAnswerBytes) continue;
      isLarge = true;
      const taken = await enterLargeAnswers(timer.signal);
      if (timer.signal.aborted) taken();
      else leave = taken;
    }
    return undefined;
  };
  const giveUp = async (): Promise<Broken> => {
    await sleep(limits.timeoutMs, timer.signal);
    return 'timeout';
  };

  let broken: Broken | undefined;
  try {
    broken = await Promise.race([read(), giveUp()]);
  } catch {
    broken = 'reset';
  } finally {
    timer.abort(hasEnded);
    stream.destroy?.();
  }
  if (bytes.size > quickBytes) await turnOfItsOwn();
  leave();
  return { text: bytes.text(), ...(broken && { broken }) };
}

/** Bytes in one piece: a list of them would take many times as much where they come one by one. */
class GrowingBuffer {
  private bytes = Buffer.alloc(0);
  size = 0;

  constructor(private readonly maxBytes: number) {}

  /** @returns whether all of it was taken */
  add(chunk: Uint8Array | string): boolean {
    const added = Buffer.from(chunk as Uint8Array).subarray(0, this.maxBytes - this.size + 1);
    const size = this.size + added.length;
    if (size > this.bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(2 * size, this.maxBytes + 1));
      this.bytes.copy(grown, 0, 0, this.size);
      this.bytes = grown;
    }
    added.copy(this.bytes, this.size);
    this.size = Math.min(size, this.maxBytes);
    return size <= this.maxBytes;
  }

  text(): string {
    return this.bytes.toString('utf8', 0, this.size);
  }
}
