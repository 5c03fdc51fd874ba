import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { breather, mapInTurns } from '../../../nodes/concurrency/inTurns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('breather asks for a pause after five milliseconds of work, one for all lanes', async () => {
  const breathe = breather();
  vi.advanceTimersByTime(4);
  expect(breathe()).toBeUndefined();
  vi.advanceTimersByTime(1);
  const pause = breathe();
  expect(pause).toBeDefined();
  expect(breathe()).toBe(pause);
  await vi.advanceTimersByTimeAsync(1);
  await pause;
  expect(breathe()).toBeUndefined();
});

it('mapInTurns keeps the order, and lets others have their turn', async () => {
  const done: number[] = [];
  const mapping = mapInTurns([3, 4, 5], (number, index) => {
    vi.advanceTimersByTime(3);
    done.push(number);
    return [number * 2, index];
  });
  await Promise.resolve();
  expect(done).toEqual([3, 4]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await mapping).toEqual([
    [6, 0],
    [8, 1],
    [10, 2],
  ]);
});
