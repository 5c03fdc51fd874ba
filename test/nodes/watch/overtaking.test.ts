import { describe, expect, it } from 'vitest';
import type { WorldOptions } from '../look/simulatedWorld.ts';
import { finished, unfinished } from '../look/simulatedWorld.ts';
import { heard, simulateWatcher } from './simulatedWatcher.ts';

const hourMs = 3_600_000;

/** A watcher whose looks wait for their turn, or for the service, as long as told. */
const watchSlowly = (
  latencyMs: NonNullable<WorldOptions['latencyMs']>,
  isOver: (nowMs: number) => boolean = () => false,
) =>
  simulateWatcher(
    (_, nth) => (nth > 0 ? finished : unfinished()),
    () => heard,
    (_, nowMs) => (isOver(nowMs) ? 'success' : undefined),
    { latencyMs },
  );

describe('a look in a long queue', () => {
  const firstWaits = (durationMs: number) => (nth: number) => (nth === 0 ? durationMs : 200);

  it('is made anew, ahead of the queue, when the service calls', async () => {
    const watcher = watchSlowly(firstWaits(60_000));
    watcher.watch('1', ['a']);
    await watcher.pass(8_000);
    const wake = watcher.watcher.lookNow('1', 'a');
    await watcher.pass(1_000);
    expect(watcher.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 8_000]);
    expect(await wake).toBe(true);
    watcher.watcher.release('1');
    await watcher.pass(60_000);
    expect(watcher.world.asked).toHaveLength(2);
    expect(watcher.world.pendingTimers()).toBe(0);
  });

  it('is left alone while it may be on its way', async () => {
    const watcher = watchSlowly(firstWaits(900));
    watcher.watch('1', ['a']);
    await watcher.pass(5_800);
    void watcher.watcher.lookNow('1', 'a');
    await watcher.pass(50);
    expect(watcher.world.asked).toHaveLength(1);
    expect(watcher.world.inFlight).toBe(1);
  });

  it('gets its answer however often somebody calls', async () => {
    const watcher = watchSlowly(3_000);
    watcher.watch('1', ['a']);
    const wakes: Array<Promise<boolean>> = [];
    for (let n = 0; n < 12; n++) {
      await watcher.pass(1_100);
      wakes.push(watcher.watcher.lookNow('1', 'a'));
    }
    expect(await Promise.all(wakes)).toContain(true);
  });

  it('leaves it with the execution that is over', async () => {
    const watcher = watchSlowly(firstWaits(hourMs), (nowMs) => nowMs > 7_000);
    watcher.watch('1', ['a']);
    watcher.watch('2', ['a', 'b']);
    watcher.watch('3', ['c']);
    await watcher.pass(9_000);
    expect(watcher.world.inFlight).toBe(3);
    await watcher.pass(60_000);
    expect(watcher.watcher.size).toBe(0);
    expect(watcher.world.inFlight).toBe(0);
    expect(watcher.world.pendingTimers()).toBe(0);
  });

  it('stays in it while another execution waits for the same task', async () => {
    let stopped = false;
    const watcher = simulateWatcher(
      () => unfinished(),
      () => heard,
      (executionId) => (stopped && executionId === '1' ? 'success' : undefined),
      { latencyMs: firstWaits(hourMs) },
    );
    watcher.watch('1', ['a']);
    watcher.watch('2', ['a']);
    await watcher.pass(9_000);
    stopped = true;
    await watcher.pass(60_000);
    expect(watcher.watcher.size).toBe(1);
    expect(watcher.world.inFlight).toBe(1);
    expect(watcher.world.asked).toHaveLength(1);
  });
});

describe('a check whether an execution is over', () => {
  it('comes the later the more n8n has to read for it', async () => {
    const watcher = watchSlowly(hourMs);
    const tasks = Array.from({ length: 5_000 }, (_, index) => `task-${index}`);
    watcher.watch('1', tasks);
    await watcher.pass(500_000);
    expect(watcher.checks.map(({ atMs }) => atMs / 1_000)).toEqual([100, 300]);
  });
});
