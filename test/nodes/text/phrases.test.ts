import { describe, expect, it } from 'vitest';
import { clockTime, listRows } from '../../../nodes/text/phrases.ts';

/** Every second row: none has a neighbour. */
const apart = (count: number) => Array.from({ length: count }, (_, at) => 2 * at);

describe('listRows', () => {
  it.each([
    [[0], 'row 1'],
    [[0, 1], 'rows 1 and 2'],
    [[0, 2], 'rows 1 and 3'],
    [[0, 1, 2], 'rows 1 to 3'],
    [[0, 1, 2, 3, 6], 'rows 1 to 4 and 7'],
    [[2, 3, 5, 7, 8, 9], 'rows 3, 4, 6 and 8 to 10'],
  ])('names %j as "%s"', (indexes, want) => {
    expect(listRows(indexes)).toBe(want);
  });

  it('counts what follows the first twenty', () => {
    expect(listRows(apart(20))).toMatch(/, 37 and 39$/);
    expect(listRows(apart(21))).toMatch(/, 37, 39 and 1 more$/);
    expect(listRows([0, 1, 2, ...apart(22).map((index) => index + 10)])).toMatch(/ and 3 more$/);
  });
});

describe('clockTime', () => {
  it.each([
    ['America/New_York', '20:03:05 GMT-4'],
    ['Asia/Kolkata', '05:33:05 GMT+5:30'],
    ['UTC', '00:03:05 UTC'],
    ['Nowhere/Land', '00:03:05 UTC'],
    [undefined, '00:03:05 UTC'],
  ])('tells the time of %s', (timeZone, want) => {
    expect(clockTime(Date.UTC(2026, 6, 1, 0, 3, 5), timeZone)).toBe(want);
  });
});
