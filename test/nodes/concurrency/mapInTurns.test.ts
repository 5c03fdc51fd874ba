import { expect, it } from 'vitest';
import { mapInTurns } from '../../../nodes/concurrency/inTurns.ts';

it('keeps the order, and lets others have their turn', async () => {
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  const doubled = await mapInTurns([1, 2, 3, 4, 5], (number, index) => {
    const endMs = performance.now() + 10;
    while (performance.now() < endMs);
    return [number * 2, index];
  });
  clearInterval(other);
  expect(doubled).toEqual([1, 2, 3, 4, 5].map((number, index) => [number * 2, index]));
  expect(turns).toBeGreaterThanOrEqual(3);
});
