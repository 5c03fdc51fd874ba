import { describe, expect, it } from 'vitest';
import { unfinished } from '../look/simulatedWorld.ts';
import { doneAt, simulateWatcher } from './simulatedWatcher.ts';

describe('a service that was asked to call', () => {
  const looksAt = (watcher: ReturnType<typeof simulateWatcher>, taskId: string) =>
    watcher.world.asked.filter((ask) => ask.taskId === taskId).map(({ atMs }) => atMs);

  it('is asked seldom, and at once when it calls', async () => {
    const watcher = simulateWatcher(doneAt({ a: 50_000 }));
    watcher.watch('1', ['a', 'b'], { isCalled: true });
    await watcher.pass(50_000);
    void watcher.watcher.lookNow('1', 'a');
    await watcher.pass(100);
    expect(looksAt(watcher, 'a')).toEqual([5_000, 35_000, 50_000]);
    expect(looksAt(watcher, 'b')).toEqual([5_000, 35_000]);
  });

  it('loses nothing when it does not call: two are late, then all are asked as usual', async () => {
    const ends = { a: 6_000, b: 6_000, c: 20_000, d: 61_000 };
    const watcher = simulateWatcher(doneAt(ends));
    for (const taskId of Object.keys(ends)) watcher.watch(taskId, [taskId], { isCalled: true });
    await watcher.pass(120_000);
    const lateMs = watcher.posts.map(({ executionId, atMs }) => [
      executionId,
      atMs - ends[executionId as keyof typeof ends],
    ]);
    expect(lateMs).toEqual([
      ['a', 29_000],
      ['b', 29_000],
      ['c', 15_000],
      ['d', expect.any(Number)],
    ]);
    expect(lateMs.at(-1)![1]).toBeLessThanOrEqual(5_000);
    // The account is remembered beyond its sleeping executions.
    watcher.watch('e', ['e'], { isCalled: true });
    const beforeMs = watcher.world.nowMs();
    await watcher.pass(21_000);
    expect(looksAt(watcher, 'e').map((atMs) => atMs - beforeMs)).toEqual([
      5_000, 10_000, 15_000, 20_000,
    ]);
  });

  it('is trusted again when a call has told the truth', async () => {
    const watcher = simulateWatcher(doneAt({ a: 6_000, b: 6_000, c: 60_000 }));
    for (const taskId of ['a', 'b', 'c']) watcher.watch(taskId, [taskId], { isCalled: true });
    await watcher.pass(60_000);
    void watcher.watcher.lookNow('c', 'c');
    await watcher.pass(100);
    watcher.watch('d', ['d'], { isCalled: true });
    const beforeMs = watcher.world.nowMs();
    await watcher.pass(34_000);
    expect(looksAt(watcher, 'd').map((atMs) => atMs - beforeMs)).toEqual([5_000]);
  });

  it('is not trusted again because anyone calls', async () => {
    const watcher = simulateWatcher(doneAt({ a: 6_000, b: 6_000, c: 70_000 }));
    for (const taskId of ['a', 'b']) watcher.watch(taskId, [taskId], { isCalled: true });
    watcher.watch('c', ['c', 'd'], { isCalled: true });
    await watcher.pass(60_000);
    void watcher.watcher.lookNow('c', 'd');
    await watcher.pass(10_500);
    const before = looksAt(watcher, 'd').length;
    await watcher.pass(9_000);
    expect(looksAt(watcher, 'd').length).toBeGreaterThan(before);
  });

  it('is asked as usual about a task of which nobody asked it to call', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a'], { isCalled: true });
    watcher.watch('2', ['b']);
    await watcher.pass(21_000);
    expect(looksAt(watcher, 'a')).toEqual([5_000]);
    expect(looksAt(watcher, 'b')).toEqual([5_000, 10_000, 15_000, 20_000]);
  });
});
