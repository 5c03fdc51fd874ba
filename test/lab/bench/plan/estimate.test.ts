import { describe, expect, it } from 'vitest';
import { estimateSeconds, minutes, remainingSeconds } from '../../../../lab/bench/plan/estimate.ts';

const measure = { runs: 3, seconds: { start: 10, run: 20 } };

describe('estimateSeconds', () => {
  it('adds the runs to the beginning', () => {
    expect(estimateSeconds(measure)).toBe(70);
    expect(estimateSeconds(measure, 1)).toBe(30);
  });
});

describe('remainingSeconds', () => {
  it('adds up the estimates while nothing is known', () => {
    expect(remainingSeconds([60, 30], [])).toBe(90);
  });

  it('corrects them by how the earlier ones have turned out', () => {
    expect(remainingSeconds([60, 30], [{ estimated: 10, took: 20 }])).toBe(180);
  });
});

describe('minutes', () => {
  it.each([
    [59, 'less than a minute'],
    [60, 'about 1 min'],
    [3_299, 'about 55 min'],
  ])('says %d s as "%s"', (seconds, words) => expect(minutes(seconds)).toBe(words));
});
