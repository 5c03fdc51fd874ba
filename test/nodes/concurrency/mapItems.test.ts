import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mapConcurrently, mapInTurns, yielder } from '../../../nodes/concurrency/mapItems.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('yielder asks for a pause after five milliseconds of work, one for all loops', async () => {
  const yieldNow = yielder();
  vi.advanceTimersByTime(4);
  expect(yieldNow()).toBeUndefined();
  vi.advanceTimersByTime(1);
  const pause = yieldNow();
  expect(pause).toBeDefined();
  expect(yieldNow()).toBe(pause);
  await vi.advanceTimersByTimeAsync(1);
  await pause;
  expect(yieldNow()).toBeUndefined();
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

it('mapConcurrently keeps the order, however long each takes, and never works on more at once', async () => {
  let underWay = 0;
  let most = 0;
  const mapping = mapConcurrently([30, 10, 20, 5], 2, async (ms, index) => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, ms));
    underWay -= 1;
    return [ms, index];
  });
  await vi.advanceTimersByTimeAsync(60);
  expect(await mapping).toEqual([
    [30, 0],
    [10, 1],
    [20, 2],
    [5, 3],
  ]);
  expect(most).toBe(2);
});
