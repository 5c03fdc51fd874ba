import { describe, expect, it } from 'vitest';
import {
  median,
  pairedRatios,
  quantile,
  summarize,
} from '../../../../lab/bench/statistics/summarize.ts';

describe('median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 2, 1, 100], 6],
  ])('of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

  it('leaves the values in their order', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('refuses an empty list', () => {
    expect(() => median([])).toThrow('Expected at least one value, got none');
  });
});

describe('quantile', () => {
  it('lies between two values by the share', () => {
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([4, 8, 6], 1)).toBe(8);
  });
});

describe('summarize', () => {
  it('tells median, spread and count', () => {
    expect(summarize([2, 8, 4])).toEqual({ median: 4, least: 2, most: 8, count: 3 });
  });
});

describe('pairedRatios', () => {
  it('compares values of the same run only', () => {
    const values = new Map([
      [1, 10],
      [2, 30],
      [3, 5],
    ]);
    const base = new Map([
      [2, 10],
      [1, 4],
    ]);
    expect(pairedRatios(values, base)).toEqual([2.5, 3]);
  });
});
