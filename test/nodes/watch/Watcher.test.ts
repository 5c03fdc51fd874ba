import { describe, expect, it } from 'vitest';
import { finished, unfinished } from '../look/simulatedWorld.ts';
import { doneAt, simulateWatcher } from './simulatedWatcher.ts';

const looksOf = ({ world }: ReturnType<typeof simulateWatcher>) =>
  world.asked.map(({ taskId, atMs }) => `${taskId} ${atMs}`);

describe('Watcher', () => {
  it('asks on until the task has ended, and calls the execution once', async () => {
    const watcher = simulateWatcher(doneAt({ a: 12_000 }));
    watcher.watch('1', ['a']);
    await watcher.pass(600_000);
    expect(looksOf(watcher)).toEqual(['a 5000', 'a 10000', 'a 15000']);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 15_000 }]);
    expect(watcher.watcher.release('1')).toBeUndefined();
    expect(watcher.world.pendingTimers()).toBe(0);
  });

  it('keeps what it saw for an execution that comes, and lets one go that is at work elsewhere', async () => {
    const watcher = simulateWatcher(() => finished);
    for (const id of ['here', 'elsewhere']) watcher.watch(id, ['a']);
    await watcher.pass(6_000);
    const seen = { outcome: 'completed', polls: 1, endedAtMs: 5_000 };
    expect((await watcher.come('here'))?.tasks.a).toMatchObject(seen);
    // The newest of the account lends its key to all.
    expect(watcher.lenders).toEqual(['elsewhere', 'elsewhere']);
    await watcher.pass(30_000);
    expect(watcher.ends).toEqual([
      ['here', 'awake'],
      ['elsewhere', 'givenUp'],
    ]);
    expect(watcher.watcher.release('elsewhere')).toBeUndefined();
  });

  it.each([
    ['it is over', 'over', { state: 'success' }, 0],
    ['no call reaches n8n', 'givenUp', { isReachable: false }, 11],
  ])('lets an execution go, and tells, where %s', async (_, end, n8n, calls) => {
    const watcher = simulateWatcher(() => finished, n8n);
    watcher.watch('1', ['a']);
    await watcher.pass(600_000);
    expect(watcher.posts).toHaveLength(calls);
    expect(watcher.ends).toEqual([['1', end]]);
    expect(watcher.watcher.release('1')).toBeUndefined();
  });

  it('lets one that is over go with the look that is under way', async () => {
    const watcher = simulateWatcher(() => unfinished(), { latencyMs: 3_600_000 });
    watcher.watch('1', ['a']);
    await watcher.pass(9_000);
    expect(watcher.world.inFlight).toBe(1);
    watcher.watcher.release('1');
    await watcher.pass(1_000);
    expect(watcher.world.inFlight).toBe(0);
    expect(watcher.world.pendingTimers()).toBe(0);
  });

  it('watches over executions of several accounts, each with its own key, until they have woken', async () => {
    const watcher = simulateWatcher(doneAt({ b: 6_000 }));
    for (const id of ['a', 'b', 'c']) watcher.watch(id, [id], `of ${id}`);
    await watcher.pass(6_000);
    expect((await watcher.come('a'))?.tasks).toHaveProperty('a');
    await watcher.pass(5_000);
    expect(looksOf(watcher)).toEqual(['a 5000', 'b 5000', 'c 5000', 'b 10000', 'c 10000']);
    expect(watcher.lenders).toEqual(['a', 'b', 'c', 'b', 'c']);
    expect(watcher.posts).toEqual([{ executionId: 'b', atMs: 10_000 }]);
  });
});

describe('a call to a sleeping execution', () => {
  it('makes the watcher look at the task at once, which wakes it when that has ended', async () => {
    const watcher = simulateWatcher(doneAt({ b: 60_000, c: 1_000 }));
    watcher.watch('1', ['a', 'b']);
    watcher.watch('2', ['c']);
    await watcher.pass(1_500);
    expect(watcher.watcher.lookNow('1', 'a')).toBe(false);
    expect(watcher.watcher.lookNow('2', 'c')).toBe(false);
    await watcher.pass(400);
    expect(looksOf(watcher)).toEqual(['a 1500', 'c 1500']);
    expect(watcher.posts).toEqual([{ executionId: '2', atMs: 1_500 }]);
  });

  it('wakes an execution whose tasks have ended, or that nobody watches over', async () => {
    const watcher = simulateWatcher(() => finished, { isReachable: false });
    watcher.watch('1', ['a']);
    await watcher.pass(5_100);
    expect(watcher.watcher.lookNow('1', 'a')).toBe(true);
    expect(watcher.watcher.lookNow('2', 'a')).toBe(true);
  });
});
