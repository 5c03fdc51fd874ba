import { Waker, type WakeEnd } from '../../../nodes/call/Waker.ts';
import type { TaskAnswer } from '../../../nodes/look/askTask.ts';
import { defaultSettings } from '../../../nodes/look/WaitState.ts';
import { Watcher, type Requester } from '../../../nodes/watch/Watcher.ts';
import { finished, simulateWorld, unfinished, waitFor } from '../look/simulatedWorld.ts';

/** A service whose tasks are done at these times; those without one never are. */
export const doneAt =
  (atMs: Record<string, number>) =>
  (taskId: string, _: number, nowMs: number): TaskAnswer =>
    nowMs >= (atMs[taskId] ?? Infinity) ? finished : unfinished();

/**
 * A watcher in a world whose time passes only when everybody in it sleeps.
 *
 * @param answer - what the service says to the n-th request for a task (from 0) at that time
 */
export function simulateWatcher(
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
