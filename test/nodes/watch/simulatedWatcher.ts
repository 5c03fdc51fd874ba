import { Waker, type WakeEnd } from '../../../nodes/call/Waker.ts';
import type { TaskAnswer } from '../../../nodes/look/readTaskAnswer.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/WaitState.ts';
import { Watcher, type Requester, type SleepingExecution } from '../../../nodes/watch/Watcher.ts';
import { finished, simulateWorld, unfinished, type WorldOptions } from '../look/simulatedWorld.ts';

export interface PostRecord {
  executionId: string;
  atMs: number;
}

type N8nAnswer = { httpStatus: number; text: string } | 'unreachable';

const delivered = { httpStatus: 200, text: '{}' };
export const hasFinished = {
  httpStatus: 409,
  text: '{"message":"The execution \\"1 has finished already."}',
};

/** A service whose tasks are done at these times; those without one never are. */
export const doneAt =
  (atMs: Record<string, number>) =>
  (taskId: string, _: number, nowMs: number): TaskAnswer =>
    nowMs >= (atMs[taskId] ?? Infinity) ? finished : unfinished();

/** What n8n says the execution is. */
export type State = 'waiting' | 'running' | 'success' | 'canceled';

/**
 * A watcher in a world whose time passes only when everybody in it sleeps.
 *
 * @param answer - what the service says to the n-th request for a task (from 0) at that time
 * @param onCall - how n8n answers the n-th call (from 0) of an execution
 * @param onCheck - what n8n says the execution is, where that is not what follows from the calls
 */
export function simulateWatcher(
  answer: (taskId: string, nthAsk: number, nowMs: number) => TaskAnswer,
  onCall: (executionId: string, nth: number, nowMs: number) => N8nAnswer = () => delivered,
  onCheck: (executionId: string, nowMs: number) => State | undefined = () => undefined,
  options: WorldOptions = {},
) {
  const world = simulateWorld(answer, options);
  const posts: PostRecord[] = [];
  const woken = new Set<string>();
  const ends: Array<[executionId: string, end: WakeEnd]> = [];
  const waker = new Waker(world.sleep);
  const watcher = new Watcher({
    nowMs: world.nowMs,
    sleep: (durationMs) => world.sleep(durationMs, new AbortController().signal),
    async wake(sleeper, caller) {
      const end = await waker.wake(sleeper, caller);
      ends.push([sleeper.executionId, end]);
      return end;
    },
  });
  const accounts: string[] = [];
  const requesterOf = (account: string): Requester => ({
    account,
    async ask(...parts) {
      accounts.push(account);
      return await world.ask(...parts);
    },
    async callN8n(method, url) {
      const executionId = url.split('/').at(-1)!;
      const nowMs = world.nowMs();
      if (method === 'GET') {
        const state = woken.has(executionId) ? 'running' : 'waiting';
        return { httpStatus: 200, text: JSON.stringify(onCheck(executionId, nowMs) ?? state) };
      }
      const nth = posts.filter((post) => post.executionId === executionId).length;
      posts.push({ executionId, atMs: nowMs });
      const said = onCall(executionId, nth, nowMs);
      if (said === 'unreachable') throw new Error('ECONNREFUSED');
      if (said.httpStatus === 200) woken.add(executionId);
      return said;
    },
  });

  return {
    world,
    watcher,
    posts,
    ends,
    /** Whose key each look had. */
    accounts,
    /** The execution comes for what was seen of its tasks. */
    come(executionId: string) {
      waker.noteAwake(executionId);
      return watcher.release(executionId);
    },
    /** Puts an execution under watch whose tasks were looked at just now. */
    watch(
      executionId: string,
      taskIds: string[],
      {
        timeoutMs = defaultSettings.timeoutMs,
        ...more
      }: Partial<SleepingExecution> & { timeoutMs?: number } = {},
      account = 'account',
    ) {
      const settings = defaultSettings;
      const nowMs = world.nowMs();
      const { tasks } = waitForTasks(startWait(), taskIds, nowMs, timeoutMs);
      for (const watch of Object.values(tasks)) watch.nextAskAtMs = nowMs + settings.intervalMs;
      const execution: SleepingExecution = {
        executionId,
        resumeUrl: `https://n8n.test/${executionId}`,
        statusUrl: `https://n8n.test/status/${executionId}`,
        state: { tasks },
        forgetAtMs: Infinity,
        settings,
        ...more,
      };
      watcher.watch(execution, requesterOf(account));
    },
    /** Lets time pass; the watcher wakes in between. */
    async pass(durationMs: number) {
      await world.sleep(durationMs, new AbortController().signal);
    },
  };
}
