import { expect, it } from 'vitest';
import { nextLookDelayMs } from '../../../nodes/look/nextLook.ts';

it.each([
  ['comes after the interval', 0, 5],
  ['comes after the interval in the first ten minutes', 600, 5],
  ['comes less often in a long wait', 900, 7.5],
  ['comes three intervals later at the most', 3_300, 15],
])('the next look %s', (_, seconds, delaySeconds) => {
  const startedAtMs = 100_000;
  const nowMs = startedAtMs + seconds * 1_000;
  expect(nextLookDelayMs(startedAtMs, nowMs, 5_000)).toBe(delaySeconds * 1_000);
});
