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
 * @param body - the answer's stream
 * @param limits - timeoutMs is for the whole body
 */
export async function readBody(
  body: unknown,
  limits: { maxBytes: number; timeoutMs: number },
): Promise<ReadBody> {
  if (typeof body === 'string') return { text: body };
  if (!(Symbol.asyncIterator in Object(body))) return { text: JSON.stringify(body ?? '') };

  const stream = body as ByteStream;
  const decoder = new TextDecoder();
  let text = '';
  const read = async (): Promise<ReadBody['broken']> => {
    let bytes = 0;
    for await (const chunk of stream) {
      const room = limits.maxBytes - bytes;
      bytes += chunk.length;
      text += decoder.decode(chunk.subarray(0, room), { stream: true });
      if (chunk.length > room) return 'tooLarge';
    }
    return undefined;
  };
  const timer = new AbortController();
  const giveUp = sleep(limits.timeoutMs, timer.signal).then(() => 'timeout' as const);
  const broken = await Promise.race([read(), giveUp]).catch(() => 'reset' as const);
  giveUp.catch(() => {});
  timer.abort();
  stream.destroy?.(new Error('the answer has been read'));
  return broken === undefined ? { text: text + decoder.decode() } : { text, broken };
}
