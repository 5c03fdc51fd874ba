import { describe, expect, it } from 'vitest';
import { finished, unfinished } from '../look/simulatedWorld.ts';
import { doneAt, simulateWatcher } from './simulatedWatcher.ts';

const looksOf = ({ world }: ReturnType<typeof simulateWatcher>) =>
  world.asked.map(({ taskId, atMs }) => [taskId, atMs]);

describe('a call to a sleeping execution', () => {
  it('makes the watcher look at the task at once, and does not wake the execution', async () => {
    const watcher = simulateWatcher(doneAt({ a: 60_000, b: 60_000 }));
    watcher.watch('1', ['a', 'b']);
    await watcher.pass(1_500);
    expect(watcher.watcher.lookNow('1', 'a')).toBe(false);
    await watcher.pass(400);
    expect(looksOf(watcher)).toEqual([['a', 1_500]]);
    expect(watcher.posts).toEqual([]);
  });

  it('has the execution woken by the watcher when the task has ended', async () => {
    const watcher = simulateWatcher(doneAt({ a: 1_000 }));
    watcher.watch('1', ['a']);
    await watcher.pass(1_500);
    expect(watcher.watcher.lookNow('1', 'a')).toBe(false);
    await watcher.pass(400);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 1_500 }]);
  });

  it('makes it look at all tasks when it names none of them', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a', 'b']);
    watcher.watch('2', ['c']);
    watcher.watcher.lookNow('1', 'someone else');
    await watcher.pass(500);
    expect(looksOf(watcher)).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
  });

  it('costs one look a second at most, however often someone calls', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a']);
    for (let n = 0; n < 100; n++) {
      watcher.watcher.lookNow('1', 'a');
      await watcher.pass(50);
    }
    expect(watcher.world.asked.length).toBeGreaterThan(3);
    expect(watcher.world.asked.length).toBeLessThanOrEqual(6);
  });

  it('wakes an execution whose tasks have ended, or that nobody watches over', async () => {
    const watcher = simulateWatcher(
      () => finished,
      () => 'unreachable',
    );
    watcher.watch('1', ['a']);
    await watcher.pass(5_100);
    expect(watcher.watcher.lookNow('1', 'a')).toBe(true);
    expect(watcher.watcher.lookNow('2', 'a')).toBe(true);
  });
});
