import type { Deadline } from '../concurrency/Deadline';
import { longestRecord } from '../tasks/readRecord';

export interface ReadBody {
  text: string;
  /** Why the body is not whole. */
  broken?: string;
}

export type ByteStream = AsyncIterable<Uint8Array>;

/** Reads an answer's body with a bound on size and time, and keeps what arrived when it breaks. */
export async function readBody(stream: ByteStream, deadline: Deadline): Promise<ReadBody> {
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
  const broken = await deadline
    .limit(read())
    .catch(() =>
      deadline.signal.aborted
        ? 'the answer didn’t arrive whole in time'
        : 'the connection broke before the answer was whole',
    );
  return broken === undefined ? { text: text + decoder.decode() } : { text, broken };
}
