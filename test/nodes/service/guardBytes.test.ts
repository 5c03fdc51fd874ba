import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline } from '../../../nodes/concurrency/sleep.ts';
import { guardBytes, stallMs } from '../../../nodes/service/downloadVideo.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new Promise(() => {});
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** So many chunks of ten bytes, each after a wait, and then what is to come. */
async function* chunks(count: number, end?: Promise<unknown>, waitMs?: number) {
  for (let n = 0; n < count; n += 1) {
    if (waitMs !== undefined) await later(waitMs);
    yield new Uint8Array(10);
  }
  await end;
}

/** So many chunks of 100 MB, which nobody looks into. */
async function* large(count: number) {
  for (let n = 0; n < count; n += 1) yield { length: 100_000_000 } as Uint8Array;
}

async function* breaking() {
  yield new Uint8Array(10);
  throw new Error('reset');
}

/** What came of the reading, and after how many seconds. */
async function read(source: AsyncIterable<Uint8Array>) {
  const startedAtMs = Date.now();
  const seconds = () => (Date.now() - startedAtMs) / 1_000;
  const reading = async () => {
    let size = 0;
    for await (const bytes of guardBytes(source, deadline)) size += bytes.length;
    return { size, seconds: seconds() };
  };
  const stalled = () => Object.assign(new Error('stalled'), { isTransient: true });
  const deadline = new Deadline(stallMs, stalled);
  const came = deadline.limit(reading()).catch(({ message, isTransient }) => ({
    message,
    isTransient,
    seconds: seconds(),
  }));
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000);
  const end = await came;
  deadline.end();
  expect(vi.getTimerCount()).toBe(0);
  return end;
}

describe('guardBytes', () => {
  it('passes on a file that is as large as allowed, and as slow', async () => {
    expect(await read(large(10))).toEqual({ size: 1_000_000_000, seconds: 0 });
    expect(await read(chunks(30, undefined, 59_000))).toEqual({ size: 300, seconds: 1_770 });
  });

  it.each<[string, AsyncIterable<Uint8Array>, object]>([
    [
      'is too long',
      large(11),
      { message: 'the file is larger than the limit of 1000 MB', isTransient: false, seconds: 0 },
    ],
    ['is empty', chunks(0), { message: 'the file is empty', isTransient: true, seconds: 0 }],
    ['stalls', chunks(5, never), { message: 'stalled', isTransient: true, seconds: 60 }],
    ['breaks', breaking(), { message: 'reset', isTransient: undefined, seconds: 0 }],
  ])('gives up a file that %s', async (_, source, want) => {
    expect(await read(source)).toEqual(want);
  });

  it('gives up a file that drips, after half an hour', async () => {
    expect(await read(chunks(10_000, never, 1_000))).toEqual({
      message: 'the file wasn’t there after half an hour',
      isTransient: false,
      seconds: 1_800,
    });
  });

  it('closes what it reads from', async () => {
    const source = large(12);
    await read(source);
    expect(await source.next()).toEqual({ done: true, value: undefined });
  });

  it('gives the store half an hour for what has come', async () => {
    const deadline = new Deadline(stallMs, () => new Error('stalled'));
    const bytes = guardBytes(large(1), deadline);
    while (!(await bytes.next()).done);
    await vi.advanceTimersByTimeAsync(30 * 60_000 - 1);
    expect(deadline.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(deadline.signal.reason).toMatchObject({ message: 'stalled' });
  });
});
