import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline } from '../../../nodes/concurrency/sleep.ts';
import { readBody } from '../../../nodes/service/sendRequest.ts';
import { longestRecord } from '../../../nodes/tasks/readRecord.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const timeoutMs = 60_000;
const deadlineOf = () => new Deadline(timeoutMs, () => new Error('late'));
/** Reads a body that has a minute. */
async function read(body: AsyncIterable<Uint8Array>) {
  const deadline = deadlineOf();
  const came = await readBody(body, deadline);
  deadline.end();
  expect(vi.getTimerCount()).toBe(0);
  return came;
}
const never = new Promise(() => {});

/** A body that comes in these pieces, and then goes on as told. */
async function* pieces(all: Iterable<string | Uint8Array>, end?: Promise<unknown>) {
  for (const piece of all) yield Buffer.from(piece);
  await end;
}

describe('readBody', () => {
  it('puts a text together whose letters are cut in half, byte by byte', async () => {
    const text = 'é🎬'.repeat(1_000);
    const bytes = Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte));
    expect(await read(pieces(bytes))).toEqual({ text });
  });

  it('reads no more of a longer one than it may', async () => {
    const part = longestRecord * 0.7;
    const body = pieces(['x'.repeat(part), 'y'.repeat(part), 'z']);
    expect(await read(body)).toEqual({
      text: 'x'.repeat(part) + 'y'.repeat(longestRecord - part),
      broken: 'the answer is larger than an answer of this service can be',
    });
    expect(await body.next()).toEqual({ done: true, value: undefined });
    const whole = await read(pieces(['x'.repeat(longestRecord)]));
    expect(whole).not.toHaveProperty('broken');
  });

  it('keeps what came of one that breaks', async () => {
    const broken = pieces(['{"id":1'], Promise.reject(new Error('reset')));
    expect(await read(broken)).toEqual({
      text: '{"id":1',
      broken: 'the connection broke before the answer was whole',
    });
  });

  it('keeps what came of one that takes too long', async () => {
    const reading = readBody(pieces(['{"id":1'], never), deadlineOf());
    await vi.advanceTimersByTimeAsync(timeoutMs);
    expect(await reading).toEqual({
      text: '{"id":1',
      broken: 'the answer didn’t arrive whole in time',
    });
  });
});
