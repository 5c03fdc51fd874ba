import { describe, expect, it } from 'vitest';
import { finished, unfinished } from '../look/simulatedWorld.ts';
import { doneAt, simulateWatcher } from './simulatedWatcher.ts';

describe('Watcher', () => {
  it('asks on until the task has ended, and calls the execution once', async () => {
    const watcher = simulateWatcher(doneAt({ a: 12_000 }));
    watcher.watch('1', ['a']);
    await watcher.pass(600_000);
    expect(watcher.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 15_000]);
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
    ['it is over', 'over', { onCheck: () => 'success' }, 0],
    ['no call reaches n8n', 'givenUp', { isReachable: false }, 11],
  ])('lets an execution go, and tells, where %s', async (_, end, n8n, calls) => {
    const watcher = simulateWatcher(() => finished, n8n);
    watcher.watch('1', ['a']);
    await watcher.pass(600_000);
    expect(watcher.posts).toHaveLength(calls);
    expect(watcher.ends).toEqual([['1', end]]);
    expect(watcher.watcher.release('1')).toBeUndefined();
  });

  it('stops asking when the time limit has passed, after a last look', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a'], { timeoutMs: 12_000 });
    await watcher.pass(600_000);
    expect(watcher.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 12_000]);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 12_000 }]);
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
    for (const id of ['a', 'b', 'c']) watcher.watch(id, [id], {}, `account of ${id}`);
    await watcher.pass(6_000);
    expect((await watcher.come('a'))?.tasks).toHaveProperty('a');
    await watcher.pass(5_000);
    const asked = watcher.world.asked.map(({ taskId, atMs }) => `${taskId} ${atMs}`);
    expect(asked).toEqual(['a 5000', 'b 5000', 'c 5000', 'b 10000', 'c 10000']);
    expect(watcher.lenders).toEqual(['a', 'b', 'c', 'b', 'c']);
    expect(watcher.posts).toEqual([{ executionId: 'b', atMs: 10_000 }]);
  });

  it('starts the looks of an execution in turns, and those of others beside them', async () => {
    const watcher = simulateWatcher(() => unfinished());
    const tasks = Array.from({ length: 150 }, (_, n) => `task-${n}`);
    watcher.watch('1', tasks);
    watcher.watch('2', ['another']);
    await watcher.pass(5_200);
    const asked = watcher.world.asked.map(({ taskId, atMs }) => `${taskId} ${atMs}`);
    const at = (atMs: number, ids: string[]) => ids.map((id) => `${id} ${atMs}`);
    const first = at(5_000, [...tasks.slice(0, 100), 'another']);
    expect(asked).toEqual([...first, ...at(5_100, tasks.slice(100))]);
  });

  it('goes on when a request throws', async () => {
    const watcher = simulateWatcher(doneAt({ a: 9_000 }));
    const ask = watcher.world.ask.bind(watcher.world);
    let thrown = 0;
    watcher.world.ask = async (...parts) => {
      if (thrown++ === 0) throw new Error('out of order');
      return await ask(...parts);
    };
    watcher.watch('1', ['a']);
    await watcher.pass(60_000);
    expect(watcher.posts).toHaveLength(1);
  });
});

const looksOf = ({ world }: ReturnType<typeof simulateWatcher>) =>
  world.asked.map(({ taskId, atMs }) => [taskId, atMs]);

describe('a call to a sleeping execution', () => {
  it('makes the watcher look at the task at once, which wakes it when that has ended', async () => {
    const watcher = simulateWatcher(doneAt({ b: 60_000, c: 1_000 }));
    watcher.watch('1', ['a', 'b']);
    watcher.watch('2', ['c']);
    await watcher.pass(1_500);
    expect(watcher.watcher.lookNow('1', 'a')).toBe(false);
    expect(watcher.watcher.lookNow('2', 'c')).toBe(false);
    await watcher.pass(400);
    expect(looksOf(watcher)).toEqual([
      ['a', 1_500],
      ['c', 1_500],
    ]);
    expect(watcher.posts).toEqual([{ executionId: '2', atMs: 1_500 }]);
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
    const watcher = simulateWatcher(() => finished, { isReachable: false });
    watcher.watch('1', ['a']);
    await watcher.pass(5_100);
    expect(watcher.watcher.lookNow('1', 'a')).toBe(true);
    expect(watcher.watcher.lookNow('2', 'a')).toBe(true);
  });
});
