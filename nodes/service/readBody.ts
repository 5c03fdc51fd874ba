import { sleep } from '../concurrency/sleep';

export interface ReadBody {
  text: string;
  /** Set when the body is not whole: it was too long, too slow, or the connection broke. */
  broken?: 'tooLarge' | 'timeout' | 'reset';
}

/** Made once: an error with its stack takes longer than reading a task. */
const hasEnded = new Error('the body has been read');

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
  const chunks: Buffer[] = [];
  let size = 0;
  const text = () => Buffer.concat(chunks).toString('utf8');
  const timer = new AbortController();

  const read = async (): Promise<ReadBody> => {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk as Uint8Array);
      chunks.push(bytes.subarray(0, limits.maxBytes - size));
      size += bytes.length;
      if (size > limits.maxBytes) return { text: text(), broken: 'tooLarge' };
    }
    return { text: text() };
  };
  const giveUp = async (): Promise<ReadBody> => {
    await sleep(limits.timeoutMs, timer.signal);
    return { text: text(), broken: 'timeout' };
  };

  try {
    return await Promise.race([read(), giveUp()]);
  } catch {
    return { text: text(), broken: 'reset' };
  } finally {
    timer.abort(hasEnded);
    stream.destroy?.();
  }
}
