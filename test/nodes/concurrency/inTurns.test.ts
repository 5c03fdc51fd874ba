import { expect, it } from 'vitest';
import { breather } from '../../../nodes/concurrency/inTurns.ts';

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

it('lets others have their turn as soon when many lanes work side by side', async () => {
  const breathe = breather();
  let steps = 0;
  let mostInTurn = 0;
  let before = 0;
  let isOver = false;
  const turn = () => {
    mostInTurn = Math.max(mostInTurn, steps - before);
    before = steps;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const lane = async () => {
    for (let n = 0; n < 25; n++) {
      await breathe();
      workFor(1);
      steps += 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  isOver = true;
  expect(steps).toBe(500);
  // One step of 1 ms for each lane, and a stretch; with a stretch for each there would be four times as many.
  expect(mostInTurn).toBeLessThan(40);
});
