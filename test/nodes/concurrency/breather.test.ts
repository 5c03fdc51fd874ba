import { expect, it } from 'vitest';
import { breather } from '../../../nodes/concurrency/breather.ts';

const workFor = (durationMs: number) => {
  const endMs = performance.now() + durationMs;
  while (performance.now() < endMs);
};

it('lets others have their turn during long work, and only then', async () => {
  const breathe = breather();
  expect(breathe()).toBeUndefined();
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  for (let n = 0; n < 10; n++) {
    workFor(10);
    await breathe();
  }
  clearInterval(other);
  expect(turns).toBeGreaterThanOrEqual(5);
});
