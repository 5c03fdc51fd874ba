import { describe, expect, it } from 'vitest';
import {
  noteSent,
  noteTaken,
  rateAt,
  settle,
  startCount,
  unlimitedRate,
  type Rate,
} from '../../../nodes/pace/rate.ts';

/** Takes so many requests, and is refused one at a time. */
function measured(taken: number, refusedAtMs: number, opensAtMs: number): Rate {
  const rate = unlimitedRate(0);
  for (let n = 0; n < taken; n++) noteTaken(rate);
  settle(rate, refusedAtMs, opensAtMs);
  return rate;
}

describe('rateAt', () => {
  it('has no bound before the first refusal', () => {
    expect(rateAt(unlimitedRate(0), 60_000)).toBe(Infinity);
  });

  it('starts from what was taken over the whole time, the pause included', () => {
    expect(rateAt(measured(30, 500, 1_500), 1_500)).toBeCloseTo(20);
  });

  it('climbs to the plateau, lingers there, and leaves it ever faster', () => {
    const rate = measured(30, 500, 1_500);
    expect(rate.plateau).toBeCloseTo(30);
    const climbs = [0, 1, 2, 3, 4, 5, 6, 8, 10].map((s) => rateAt(rate, 1_500 + 1000 * s));
    expect(climbs).toEqual([...climbs].sort((one, other) => one - other));
    expect(rateAt(rate, 4_000)).toBeGreaterThan(28);
    expect(rateAt(rate, 4_500)).toBeLessThan(31);
    expect(rateAt(rate, 30_000)).toBeGreaterThan(100);
  });

  it('does not climb while it is not used', () => {
    const rate = measured(30, 500, 1_500);
    noteSent(rate, 61_500, true);
    expect(rateAt(rate, 61_500)).toBeCloseTo(20, 0);
  });
});

describe('noteSent', () => {
  it('takes nothing twice off a count that began within a pause', () => {
    const rate = unlimitedRate(0);
    startCount(rate, 1_200);
    noteSent(rate, 1_200, true);
    for (let n = 0; n < 10; n++) noteTaken(rate);
    settle(rate, 1_300, 2_200);
    expect(rate.perSecond).toBeCloseTo(10);
  });

  it('spaces requests evenly', () => {
    const rate = measured(30, 500, 1_500);
    noteSent(rate, 1_500, true);
    expect(rate.nextAtMs).toBeCloseTo(1_550, 0);
  });

  it('lets only a few catch up after the process stood still', () => {
    const rate = measured(30, 500, 1_500);
    let sent = 0;
    for (noteSent(rate, 9_000, true); rate.nextAtMs <= 9_000; sent++) noteSent(rate, 9_000, false);
    expect(sent).toBeLessThanOrEqual(3);
  });
});

describe('settle', () => {
  it('takes a pause in which nothing was taken for a longer one', () => {
    const rate = measured(60, 1_000, 2_000);
    settle(rate, 2_200, 4_200);
    settle(rate, 4_400, 8_400);
    settle(rate, 8_600, 60_000);
    expect(rate.perSecond).toBeCloseTo(1);
  });

  it('counts from the last pause on', () => {
    const rate = measured(30, 500, 1_500);
    for (let n = 0; n < 100; n++) noteTaken(rate);
    settle(rate, 10_500, 11_500);
    expect(rate.perSecond).toBeCloseTo(10);
  });

  it('believes a short measure only half', () => {
    const rate = measured(30, 500, 1_500);
    noteTaken(rate);
    settle(rate, 1_600, 2_600);
    expect(rate.perSecond).toBeGreaterThan(9);
  });

  it('stays above nothing', () => {
    const rate = unlimitedRate(0);
    startCount(rate, 0);
    settle(rate, 0, 3_600_000);
    expect(rate.perSecond).toBeGreaterThan(0);
    expect(rateAt(rate, 3_600_000)).toBeGreaterThan(0);
  });
});
