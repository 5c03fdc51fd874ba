import { sleep } from '../concurrency/sleep';
import { longestRecord } from '../tasks/readRecord';

export interface ReadBody {
  text: string;
  /** Why the body is not whole. */
  broken?: string;
}

export type ByteStream = AsyncIterable<Uint8Array> & { destroy?: (error: Error) => void };

/**
 * Reads an answer's body with a bound on size and time, and keeps what arrived when it breaks.
 *
 * @param timeoutMs - for the whole body
 */
export async function readBody(stream: ByteStream, timeoutMs: number): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let text = '';
  const read = async () => {
    let room = longestRecord;
    for await (const chunk of stream) {
      text += decoder.decode(chunk.subarray(0, room), { stream: true });
      room -= chunk.length;
      if (room < 0) return 'the answer is larger than an answer of this service can be';
    }
    return undefined;
  };
  const timer = new AbortController();
  const giveUp = sleep(timeoutMs, timer.signal).then(
    () => 'the answer didn’t arrive whole in time',
  );
  const broken = await Promise.race([read(), giveUp]).catch(
    () => 'the connection broke before the answer was whole',
  );
  timer.abort();
  stream.destroy?.(new Error('the answer has been read'));
  return broken === undefined ? { text: text + decoder.decode() } : { text, broken };
}
