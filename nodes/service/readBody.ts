import { sleep } from '../concurrency/sleep';

export interface ReadBody {
  text: string;
  /** Set when the body is not whole: it was too long, too slow, or the connection broke. */
  broken?: 'tooLarge' | 'timeout' | 'reset';
}

type ByteStream = AsyncIterable<Uint8Array> & { destroy?: (error: Error) => void };

/**
 * Reads an answer's body with a bound on size and time, and keeps what arrived when it breaks.
 *
 * @param body - a stream, unless this n8n has read it already
 * @param limits - timeoutMs is for the whole body
 */
export async function readBody(
  body: unknown,
  limits: { maxBytes: number; timeoutMs: number },
): Promise<ReadBody> {
  if (!(Symbol.asyncIterator in Object(body)))
    return { text: typeof body === 'string' ? body : JSON.stringify(body ?? '') };
  const stream = body as ByteStream;
  const decoder = new TextDecoder();
  let text = '';
  const read = async (): Promise<ReadBody['broken']> => {
    let room = limits.maxBytes;
    for await (const chunk of stream) {
      text += decoder.decode(chunk.subarray(0, room), { stream: true });
      room -= chunk.length;
      if (room < 0) return 'tooLarge';
    }
    return undefined;
  };
  const timer = new AbortController();
  const giveUp = sleep(limits.timeoutMs, timer.signal).then(() => 'timeout' as const);
  const broken = await Promise.race([read(), giveUp]).catch(() => 'reset' as const);
  timer.abort();
  stream.destroy?.(new Error('the answer has been read'));
  return broken === undefined ? { text: text + decoder.decode() } : { text, broken };
}
