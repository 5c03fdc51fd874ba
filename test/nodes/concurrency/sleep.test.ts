import { describe, expect, it } from 'vitest';
import { chooseSleep, sleep } from '../../../nodes/concurrency/sleep.ts';

const plain = () => Promise.resolve();

describe('chooseSleep', () => {
  it('takes the function of n8n 1 that ends with the signal', () => {
    const sleepWithAbort = () => Promise.resolve();
    expect(chooseSleep({ sleep: plain, sleepWithAbort })).toBe(sleepWithAbort);
  });

  it('takes the only one of n8n 2', () => {
    expect(chooseSleep({ sleep: plain })).toBe(plain);
  });
});

describe('sleep', () => {
  it('rejects as soon as the signal aborts', async () => {
    const stop = new AbortController();
    const sleeping = sleep(2 ** 30, stop.signal);
    stop.abort();
    await expect(sleeping).rejects.toThrow();
  });
});
