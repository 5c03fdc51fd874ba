import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { chooseSleep, sleep } from '../../../nodes/concurrency/sleep.ts';

const deaf = async (durationMs: number) => await setTimeout(durationMs, undefined, { ref: false });
const hearing = async (durationMs: number, signal?: AbortSignal) =>
  await setTimeout(durationMs, undefined, { ...(signal && { signal }) });

describe('chooseSleep', () => {
  it('takes the function that ends with the signal, where there are two', () => {
    expect(chooseSleep({ sleep: deaf, sleepWithAbort: hearing })).toBe(hearing);
  });

  it('takes the only one, where that ends with the signal', () => {
    expect(chooseSleep({ sleep: hearing })).toBe(hearing);
  });
});

describe.each([
  ['of the newest n8n', sleep],
  ['made of one that knows no signal', chooseSleep({ sleep: deaf })],
])('a sleep %s', (_, chosen) => {
  it('resolves after the time', async () => {
    await expect(chosen(5, new AbortController().signal)).resolves.toBeUndefined();
    await expect(chosen(5)).resolves.toBeUndefined();
  });

  it('rejects as soon as the signal aborts', async () => {
    const stop = new AbortController();
    const sleeping = chosen(2 ** 30, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(sleeping).rejects.toThrow();
  });

  it('rejects at once when the signal has aborted before', async () => {
    await expect(chosen(2 ** 30, AbortSignal.abort(new Error('stopped')))).rejects.toThrow();
  });
});

describe('a sleep made of one that knows no signal', () => {
  it('sleeps longer than the slices that it is made of', async () => {
    const slept: number[] = [];
    const slices = chooseSleep({ sleep: async (durationMs) => void slept.push(durationMs) });
    await slices(150_000);
    expect(slept).toEqual([60_000, 60_000, 30_000]);
  });
});
