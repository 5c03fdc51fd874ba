import { describe, expect, it } from 'vitest';
import { finished, unfinished } from '../look/simulatedWorld.ts';
import { busy, doneAt, heard, over, simulateWatcher, type State } from './simulatedWatcher.ts';

describe('Watcher', () => {
  it('asks on until the task has ended, and rings once', async () => {
    const watcher = simulateWatcher(doneAt({ a: 12_000 }));
    watcher.watch('1', ['a']);
    await watcher.pass(600_000);
    expect(watcher.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 15_000]);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 15_000 }]);
    expect(watcher.watcher.size).toBe(0);
    expect(watcher.world.pendingTimers()).toBe(0);
  });

  it('hands over what it saw to the execution that comes', async () => {
    const watcher = simulateWatcher(doneAt({ a: 12_000 }));
    watcher.watch('1', ['a', 'b']);
    await watcher.pass(16_000);
    expect(watcher.posts).toEqual([]);
    const seen = watcher.watcher.release('1')!;
    expect(seen.tasks.a).toMatchObject({ outcome: 'completed', polls: 3, endedAtMs: 15_000 });
    expect(seen.tasks.b).toMatchObject({ polls: 3 });
    expect(seen.tasks.b!.outcome).toBeUndefined();
    await watcher.pass(60_000);
    expect(watcher.world.asked.filter(({ atMs }) => atMs > 16_000)).toEqual([]);
  });

  it('asks once for a task that several executions wait for', async () => {
    const watcher = simulateWatcher(doneAt({ a: 12_000 }));
    watcher.watch('1', ['a']);
    watcher.watch('2', ['a', 'b']);
    watcher.watch('3', ['a']);
    await watcher.pass(40_000);
    expect(watcher.world.asked.filter(({ taskId }) => taskId === 'a')).toHaveLength(3);
    expect(watcher.posts.map(({ executionId }) => executionId)).toEqual(['1', '3']);
  });

  it('rings again while the execution is awake or not stored yet', async () => {
    const watcher = simulateWatcher(
      () => finished,
      (_, nth) => (nth < 3 ? busy : heard),
    );
    watcher.watch('1', ['a']);
    await watcher.pass(300_000);
    expect(watcher.posts.map(({ atMs }) => atMs)).toEqual([5_000, 5_200, 5_500, 6_000]);
  });

  it('keeps what it saw until the execution that it rang comes for it, or is at work elsewhere', async () => {
    let state: State = 'waiting';
    const watcher = simulateWatcher(
      () => finished,
      () => heard,
      () => state,
    );
    watcher.watch('1', ['a']);
    await watcher.pass(20_000);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 5_000 }]);
    state = 'running';
    await watcher.pass(20_000);
    expect(watcher.posts).toHaveLength(1);
    expect(watcher.watcher.size).toBe(0);
    expect(watcher.world.pendingTimers()).toBe(0);
  });

  it('asks n8n before it rings one that may have woken elsewhere', async () => {
    let state: State = 'waiting';
    const watcher = simulateWatcher(
      () => finished,
      () => heard,
      () => state,
    );
    watcher.watch('1', ['a'], { mayWakeElsewhere: true });
    await watcher.pass(6_000);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 5_200 }]);

    state = 'running';
    watcher.watch('2', ['a'], { mayWakeElsewhere: true });
    await watcher.pass(30_000);
    state = 'success';
    await watcher.pass(60_000);
    expect(watcher.posts).toHaveLength(1);
    expect(watcher.watcher.size).toBe(0);
  });

  it('rings once more when n8n took the call and it sleeps on', async () => {
    const watcher = simulateWatcher(
      () => finished,
      () => heard,
      () => 'waiting',
    );
    watcher.watch('1', ['a']);
    await watcher.pass(120_000);
    expect(watcher.posts.map(({ atMs }) => atMs)).toEqual([5_000, 35_000, 95_000]);
  });

  it('does not ring before n8n has stored it', async () => {
    const watcher = simulateWatcher(() => finished);
    watcher.watch('1', ['a'], { isStored: false });
    await watcher.pass(20_000);
    expect(watcher.posts).toEqual([]);
    watcher.watcher.noteStored('1');
    await watcher.pass(100);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 20_000 }]);
  });

  it('lets an execution alone that is over', async () => {
    const watcher = simulateWatcher(
      () => finished,
      () => over,
      () => 'success',
    );
    watcher.watch('1', ['a']);
    await watcher.pass(300_000);
    expect(watcher.posts).toHaveLength(1);
    expect(watcher.watcher.size).toBe(0);
  });

  it('asks nothing any more for an execution that a person has stopped', async () => {
    const stoppedAtMs = 12_000;
    const watcher = simulateWatcher(
      () => unfinished(),
      () => heard,
      (executionId, nowMs) =>
        executionId === '1' && nowMs >= stoppedAtMs ? 'canceled' : undefined,
    );
    watcher.watch('1', ['a']);
    watcher.watch('2', ['b']);
    await watcher.pass(600_000);
    const lastAskedAtMs = (id: string) =>
      watcher.world.asked.findLast(({ taskId }) => taskId === id)!.atMs;
    expect(lastAskedAtMs('a')).toBeLessThanOrEqual(35_000);
    expect(lastAskedAtMs('b')).toBeGreaterThan(590_000);
    expect(watcher.posts).toEqual([]);
    expect(watcher.watcher.size).toBe(1);
  });

  it('keeps an execution that came and sleeps again while n8n was asked about it', async () => {
    let isFirst = true;
    const watcher = simulateWatcher(
      () => unfinished(),
      () => heard,
      () => {
        if (!isFirst) return undefined;
        isFirst = false;
        watcher.watch('1', ['a']);
        return 'success';
      },
    );
    watcher.watch('1', ['a']);
    await watcher.pass(60_000);
    expect(watcher.watcher.knows('1')).toBe(true);
  });

  it('asks n8n ever less whether an execution is over', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a']);
    await watcher.pass(600_000);
    const atSeconds = watcher.checks.map(({ atMs }) => atMs / 1_000);
    expect(atSeconds).toEqual([30, 90, 210, 450]);
  });

  it('gives up, and tells, when nobody hears', async () => {
    const watcher = simulateWatcher(
      () => finished,
      () => 'unreachable',
    );
    watcher.watch('1', ['a']);
    await watcher.pass(600_000);
    expect(watcher.posts).toHaveLength(6);
    expect(watcher.unreachable).toEqual(['https://n8n.test/1']);
    expect(watcher.watcher.size).toBe(0);
  });

  it('stops asking when the time limit has passed, after a last look', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a'], { settings: { timeoutMs: 12_000 } as never });
    await watcher.pass(600_000);
    expect(watcher.world.asked.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 12_000]);
    expect(watcher.posts).toEqual([{ executionId: '1', atMs: 12_000 }]);
  });

  it('lets an execution go that n8n’s timer should have woken', async () => {
    const watcher = simulateWatcher(() => unfinished());
    watcher.watch('1', ['a'], { forgetAtMs: 22_000 });
    await watcher.pass(600_000);
    expect(watcher.world.asked).toHaveLength(4);
    expect(watcher.posts).toEqual([]);
    expect(watcher.watcher.size).toBe(0);
  });

  it('pauses for everyone when the service asks to pause', async () => {
    const watcher = simulateWatcher((taskId, nthAsk) =>
      taskId === 'a' && nthAsk === 0
        ? { kind: 'busy', reason: 'HTTP 429', retryAfterMs: 60_000 }
        : unfinished(),
    );
    watcher.watch('1', ['a']);
    await watcher.pass(2_000);
    watcher.watch('2', ['b']);
    await watcher.pass(50_000);
    expect(watcher.world.asked.map(({ taskId }) => taskId)).toEqual(['a']);
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
