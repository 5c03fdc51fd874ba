import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../../../lab/bench/service/rateLimit.ts';

describe('RateLimit', () => {
  it('gives one second of requests at once, then as they refill', () => {
    const limit = new RateLimit(2);
    const taken = [0, 0, 0, 499, 500, 501].map((ms) => limit.take(10_000 + ms));
    expect(taken).toEqual([true, true, false, false, true, false]);
  });

  it('refuses nothing without a rate', () => {
    const limit = new RateLimit();
    expect(Array.from({ length: 1000 }, () => limit.take(0)).every(Boolean)).toBe(true);
  });
});
