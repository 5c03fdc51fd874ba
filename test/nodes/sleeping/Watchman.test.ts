import { describe, expect, it } from 'vitest';
import { finished, unfinished } from '../waiting/simulatedWorld.ts';
import { busy, heard, over, simulateNight } from './simulatedNight.ts';

const doneAt = (atMs: Record<string, number>) => (taskId: string, _: number, nowMs: number) =>
  nowMs >= (atMs[taskId] ?? Infinity) ? finished : unfinished();

describe('Watchman', () => {
  it('asks on until the task has ended, and rings once', async () => {
    const night = simulateNight(doneAt({ a: 12_000 }));
    night.watch('1', ['a']);
    await night.pass(600_000);
    expect(night.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 15_000]);
    expect(night.posts).toEqual([{ executionId: '1', atMs: 15_000 }]);
    expect(night.watchman.size).toBe(0);
    expect(night.world.pendingTimers()).toBe(0);
  });

  it('hands over what it saw to the execution that comes', async () => {
    const night = simulateNight(doneAt({ a: 12_000 }));
    night.watch('1', ['a', 'b']);
    await night.pass(16_000);
    expect(night.posts).toEqual([]);
    const seen = night.watchman.release('1')!;
    expect(seen.tasks.a).toMatchObject({ outcome: 'completed', polls: 3, endedAtMs: 15_000 });
    expect(seen.tasks.b).toMatchObject({ polls: 3 });
    expect(seen.tasks.b!.outcome).toBeUndefined();
    await night.pass(60_000);
    expect(night.world.asked.filter(({ atMs }) => atMs > 16_000)).toEqual([]);
  });

  it('rings for the first of several tasks when items go as they come', async () => {
    const night = simulateNight(doneAt({ a: 12_000 }));
    night.watch('1', ['a', 'b'], { eager: true });
    await night.pass(20_000);
    expect(night.posts).toEqual([{ executionId: '1', atMs: 15_000 }]);
  });

  it('asks once for a task that several executions wait for', async () => {
    const night = simulateNight(doneAt({ a: 12_000 }));
    night.watch('1', ['a']);
    night.watch('2', ['a', 'b']);
    night.watch('3', ['a']);
    await night.pass(40_000);
    expect(night.world.asked.filter(({ taskId }) => taskId === 'a')).toHaveLength(3);
    expect(night.posts.map(({ executionId }) => executionId)).toEqual(['1', '3']);
  });

  it('rings again while the execution is awake or not stored yet', async () => {
    const night = simulateNight(
      () => finished,
      (_, nth) => (nth < 3 ? busy : heard),
    );
    night.watch('1', ['a']);
    await night.pass(300_000);
    expect(night.posts.map(({ atMs }) => atMs)).toEqual([5_000, 5_200, 5_500, 6_000]);
  });

  it('lets an execution alone that is over', async () => {
    const night = simulateNight(
      () => finished,
      () => over,
    );
    night.watch('1', ['a']);
    await night.pass(300_000);
    expect(night.posts).toHaveLength(1);
    expect(night.watchman.size).toBe(0);
  });

  it('gives up, and tells, when nobody hears', async () => {
    const night = simulateNight(
      () => finished,
      () => 'unreachable',
    );
    night.watch('1', ['a']);
    await night.pass(600_000);
    expect(night.posts).toHaveLength(6);
    expect(night.unreachable).toEqual(['https://n8n.test/1']);
    expect(night.watchman.size).toBe(0);
  });

  it('stops asking when the time limit has passed, after a last look', async () => {
    const night = simulateNight(() => unfinished());
    night.watch('1', ['a'], { settings: { timeoutMs: 12_000 } as never });
    await night.pass(600_000);
    expect(night.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 12_000]);
    expect(night.posts).toEqual([{ executionId: '1', atMs: 12_000 }]);
  });

  it('lets an execution go that n8n’s timer should have woken', async () => {
    const night = simulateNight(() => unfinished());
    night.watch('1', ['a'], { dismissAtMs: 22_000 });
    await night.pass(600_000);
    expect(night.world.asked).toHaveLength(4);
    expect(night.posts).toEqual([]);
    expect(night.watchman.size).toBe(0);
  });

  it('pauses for everyone when the service asks to pause', async () => {
    const night = simulateNight((taskId, nthAsk) =>
      taskId === 'a' && nthAsk === 0
        ? { kind: 'busy', reason: 'HTTP 429', retryAfterMs: 60_000 }
        : unfinished(),
    );
    night.watch('1', ['a']);
    await night.pass(2_000);
    night.watch('2', ['b']);
    await night.pass(50_000);
    expect(night.world.asked.map(({ taskId }) => taskId)).toEqual(['a']);
  });

  it('has no more requests in flight than allowed, and starves nobody', async () => {
    const night = simulateNight(() => unfinished());
    const ask = night.world.ask.bind(night.world);
    night.world.ask = async (taskId, timeoutMs, signal) => {
      await night.world.sleep(400, signal);
      return await ask(taskId, timeoutMs, signal);
    };
    const settings = { concurrency: 2 } as never;
    const taskIds = Array.from({ length: 100 }, (_, n) => `many${n}`);
    night.watch('many', taskIds, { settings });
    night.watch('one', ['one'], { settings });
    await night.pass(120_000);
    // 100 tasks of 400 ms, two at a time, take 20 s a round.
    const looks = night.world.asked.filter(({ taskId }) => taskId === 'one').length;
    expect(looks).toBeGreaterThanOrEqual(4);
  });

  it('goes on when a request throws', async () => {
    const night = simulateNight(doneAt({ a: 9_000 }));
    const ask = night.world.ask.bind(night.world);
    let thrown = 0;
    night.world.ask = async (...parts) => {
      if (thrown++ === 0) throw new Error('out of order');
      return await ask(...parts);
    };
    night.watch('1', ['a']);
    await night.pass(60_000);
    expect(night.posts).toHaveLength(1);
  });
});

describe('a nudge', () => {
  it('makes the watchman look at the task at once, and does not wake the execution', async () => {
    const night = simulateNight(doneAt({ a: 60_000, b: 60_000 }));
    night.watch('1', ['a', 'b']);
    await night.pass(1_500);
    expect(night.watchman.nudge('1', 'a')).toBe(false);
    await night.pass(400);
    expect(night.world.asked).toEqual([expect.objectContaining({ taskId: 'a', atMs: 1_500 })]);
  });

  it('finds a result that the service’s records tell a moment later', async () => {
    const night = simulateNight(doneAt({ a: 2_000 }));
    night.watch('1', ['a']);
    await night.pass(1_500);
    night.watchman.nudge('1', 'a');
    await night.pass(10_000);
    expect(night.posts).toEqual([{ executionId: '1', atMs: 2_500 }]);
    expect(night.world.asked).toHaveLength(2);
  });

  it('makes it look at all tasks when it names none of them', async () => {
    const night = simulateNight(() => unfinished());
    night.watch('1', ['a', 'b']);
    night.watch('2', ['c']);
    night.watchman.nudge('1', 'someone else');
    await night.pass(500);
    expect(night.world.asked.map(({ taskId }) => taskId)).toEqual(['a', 'b']);
  });

  it('costs one look a second at most, however often someone calls', async () => {
    const night = simulateNight(() => unfinished());
    night.watch('1', ['a']);
    for (let n = 0; n < 100; n++) {
      night.watchman.nudge('1', 'a');
      await night.pass(50);
    }
    expect(night.world.asked.length).toBeLessThanOrEqual(6);
  });

  it('wakes an execution whose tasks have ended, or that nobody watches over', async () => {
    const night = simulateNight(
      () => finished,
      () => 'unreachable',
    );
    night.watch('1', ['a']);
    await night.pass(5_100);
    expect(night.watchman.nudge('1', 'a')).toBe(true);
    expect(night.watchman.nudge('2', 'a')).toBe(true);
  });
});
