import { describe, expect, it } from 'vitest';
import { Waker, type WakeEnd } from '../../../nodes/call/Waker.ts';
import type { TaskAnswer } from '../../../nodes/look/askTask.ts';
import { defaultSettings } from '../../../nodes/look/WaitState.ts';
import { Watcher, type Requester } from '../../../nodes/watch/Watcher.ts';
import { finished, simulateWorld, unfinished, waitFor } from '../look/simulatedWorld.ts';

/** A service whose tasks are done at these times; those without one never are. */
const doneAt =
  (atMs: Record<string, number>) =>
  (taskId: string, _: number, nowMs: number): TaskAnswer =>
    nowMs >= (atMs[taskId] ?? Infinity) ? finished : unfinished();

/**
 * A watcher in a world whose time passes only when everybody in it sleeps.
 *
 * @param answer - what the service says to the n-th request for a task (from 0) at that time
 */
function simulateWatcher(
  answer: (taskId: string, nthAsk: number, nowMs: number) => TaskAnswer,
  {
    /** What n8n says the execution is, where that is not what follows from the calls. */
    state = undefined as string | undefined,
    isReachable = true,
    latencyMs = 0,
  } = {},
) {
  const world = simulateWorld(answer, latencyMs);
  const pass = (durationMs: number) => world.sleep(durationMs, new AbortController().signal);
  const posts: Array<{ executionId: string; atMs: number }> = [];
  const woken = new Set<string>();
  const ends: Array<[executionId: string, end: WakeEnd]> = [];
  const waker = new Waker(world.sleep);
  const watcher = new Watcher({
    nowMs: world.nowMs,
    sleep: world.sleep,
    async wake(sleeper, caller) {
      const end = await waker.wake(sleeper, caller);
      ends.push([sleeper.executionId, end]);
      return end;
    },
  });
  const lenders: string[] = [];
  const requesterOf = (account: string, lender: string): Requester => ({
    account,
    async ask(...parts) {
      lenders.push(lender);
      return await world.ask(...parts);
    },
    async callN8n(method, url) {
      const executionId = url.split('/').at(-1)!;
      if (method === 'POST') posts.push({ executionId, atMs: world.nowMs() });
      if (!isReachable) throw new Error('ECONNREFUSED');
      if (method === 'GET') {
        const known = woken.has(executionId) ? 'running' : 'waiting';
        return { httpStatus: 200, text: JSON.stringify(state ?? known) };
      }
      woken.add(executionId);
      return { httpStatus: 200, text: '{}' };
    },
  });

  return {
    ...{ world, watcher, posts, ends, pass },
    /** The execution whose key each look had. */
    lenders,
    /** The execution comes for what was seen of its tasks. */
    async come(executionId: string) {
      waker.noteAwake(executionId);
      await pass(100);
      return watcher.release(executionId);
    },
    /** Puts an execution under watch whose tasks were looked at just now. */
    watch(executionId: string, taskIds: string[], account = 'account') {
      const { intervalMs, timeoutMs } = defaultSettings;
      const nowMs = world.nowMs();
      const { tasks } = waitFor(taskIds, timeoutMs, nowMs);
      for (const watch of Object.values(tasks)) watch.nextAskAtMs = nowMs + intervalMs;
      const [resumeUrl, statusUrl] = ['', 'status/'].map(
        (path) => `https://n8n.test/${path}${executionId}`,
      ) as [string, string];
      const sleeper = { executionId, resumeUrl, statusUrl };
      watcher.watch(sleeper, { tasks }, intervalMs, requesterOf(account, executionId));
    },
  };
}

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
