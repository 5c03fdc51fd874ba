import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardBytes } from '../../../../nodes/service/download/guardBytes.ts';

const chunk = new Uint8Array(10);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function* chunks(count: number, thenStall = false) {
  for (let n = 0; n < count; n += 1) yield chunk;
  if (thenStall) await new Promise(() => {});
}

const silence = new Readable({ read() {} });

/** One byte in each second, for ever. */
async function* drip() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    yield new Uint8Array(1);
  }
}

async function read(source: AsyncIterable<Uint8Array>, maxBytes = 100) {
  const sizes: number[] = [];
  for await (const bytes of guardBytes(source, maxBytes)) sizes.push(bytes.length);
  return sizes;
}

/** What the reading fails with, and after which time. */
async function failure(source: AsyncIterable<Uint8Array>, maxBytes?: number) {
  const startedAtMs = Date.now();
  const failed = read(source, maxBytes).then(
    () => undefined,
    (error: object) => ({
      ...error,
      seconds: Math.round((Date.now() - startedAtMs) / 1000),
      error,
    }),
  );
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000);
  return await failed;
}

describe('guardBytes', () => {
  it('passes on a file that is as large as allowed', async () => {
    expect(await read(chunks(10))).toEqual(Array(10).fill(10));
  });

  it.each<[string, AsyncIterable<Uint8Array>, string, boolean]>([
    ['is too long', chunks(11), 'the file is larger than the limit of 0.0001 MB', false],
    ['is empty', chunks(0), 'the file is empty', true],
  ])('gives up a file that %s', async (_, source, message, passing) => {
    const failed = await failure(source);
    expect(failed).toMatchObject({ passing, seconds: 0 });
    expect(failed?.error).toMatchObject({ message: expect.stringContaining(message) });
  });

  it.each([
    ['stalls', chunks(5, true)],
    ['never starts', silence],
  ])('gives up a file that %s, after a minute', async (_, source) => {
    const failed = await failure(source);
    expect(failed).toMatchObject({ passing: true, seconds: 60 });
    expect(failed?.error).toMatchObject({ message: 'no byte arrived for a minute' });
  });

  it('gives up a file that drips, after half an hour', async () => {
    const failed = await failure(drip(), 1e6);
    expect(failed).toMatchObject({ passing: false, seconds: 1_800 });
    expect(failed?.error).toMatchObject({ message: 'the file wasn’t there after half an hour' });
  });
});
