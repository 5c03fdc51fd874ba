import { describe, expect, it } from 'vitest';
import { clockTime } from '../../../nodes/text/clockTime.ts';

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
