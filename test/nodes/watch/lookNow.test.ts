import { describe, expect, it } from 'vitest';
import { finished, unfinished } from '../look/simulatedWorld.ts';
import { doneAt, simulateWatcher } from './simulatedWatcher.ts';

describe('a lookNow', () => {
  it('makes the watcher look at the task at once, and does not wake the execution', async () => {
    const watcher = simulateWatcher(doneAt({ a: 60_000, b: 60_000 }));
    watcher.watch('1', ['a', 'b']);
    await watcher.pass(1_500);
    const wake = watcher.watcher.lookNow('1', 'a');
    await watcher.pass(400);
    expect(await wake).toBe(false);
    expect(watcher.world.asked).toEqual([expect.objectContaining({ taskId: 'a', atMs: 1_500 })]);
  });

  it('finds a result that the service’s records tell a moment later', async () => {
    const watcher = simulateWatcher(doneAt({ a: 2_000 }));
    watcher.watch('1', ['a']);
    await watcher.pass(1_500);
    void watcher.watcher.lookNow('1', 'a');
    await watcher.pass(10_000);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 2_500 }]);
    expect(watcher.world.asked).toHaveLength(2);
  });

  it('makes it look at all tasks when it names none of them', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a', 'b']);
    watcher.watch('2', ['c']);
    void watcher.watcher.lookNow('1', 'someone else');
    await watcher.pass(500);
    expect(watcher.world.asked.map(({ taskId }) => taskId)).toEqual(['a', 'b']);
  });

  it('costs one look a second at most, however often someone calls', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a']);
    for (let n = 0; n < 100; n++) {
      void watcher.watcher.lookNow('1', 'a');
      await watcher.pass(50);
    }
    expect(watcher.world.asked.length).toBeLessThanOrEqual(6);
  });

  it('makes it look at once right behind a routine look', async () => {
    const watcher = simulateWatcher(doneAt({ a: 5_400 }));
    watcher.watch('1', ['a']);
    await watcher.pass(5_450);
    const wake = watcher.watcher.lookNow('1', 'a');
    await watcher.pass(100);
    expect(watcher.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 5_450]);
    expect(await wake).toBe(true);
  });

  it('wakes an execution whose tasks have ended, or that nobody watches over', async () => {
    const watcher = simulateWatcher(
      () => finished,
      () => 'unreachable',
    );
    watcher.watch('1', ['a']);
    await watcher.pass(5_100);
    expect(await watcher.watcher.lookNow('1', 'a')).toBe(true);
    expect(await watcher.watcher.lookNow('2', 'a')).toBe(true);
  });

  it('has the call wake the execution whose task has ended, instead of one more', async () => {
    const watcher = simulateWatcher(doneAt({ a: 1_000 }));
    watcher.watch('1', ['a']);
    await watcher.pass(1_500);
    const wakes = [watcher.watcher.lookNow('1', 'a'), watcher.watcher.lookNow('1', 'a')];
    await watcher.pass(400);
    expect(await Promise.all(wakes)).toEqual([true, false]);
    expect(watcher.posts).toEqual([]);
  });

  it('is answered in time, however long the service takes', async () => {
    const watcher = simulateWatcher(doneAt({ a: 0 }), undefined, undefined, { latencyMs: 60_000 });
    watcher.watch('1', ['a']);
    const wake = watcher.watcher.lookNow('1', 'a');
    await watcher.pass(5_100);
    expect(await wake).toBe(false);
    await watcher.pass(60_000);
    expect(watcher.posts).toHaveLength(1);
  });
});
