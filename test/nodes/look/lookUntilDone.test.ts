import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../nodes/look/TaskAnswer.ts';
import { lookUntilDone } from '../../../nodes/look/lookUntilDone.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import type { WaitState } from '../../../nodes/look/WaitState.ts';
import { finished, simulateWorld, unfinished } from './simulatedWorld.ts';

const settings = { ...defaultSettings, timeoutMs: 60_000 };
const waitFor = (...taskIds: string[]) => waitForTasks(startWait(), taskIds, 0, settings.timeoutMs);
const outcomes = (state: WaitState) =>
  Object.fromEntries(Object.entries(state.tasks).map(([id, { outcome }]) => [id, outcome]));

describe('lookUntilDone', () => {
  it('asks at once and then every interval until the task is finished', async () => {
    const world = simulateWorld((_, nthAsk) => (nthAsk < 3 ? unfinished() : finished));
    const state = await lookUntilDone(waitFor('a'), settings, world);
    expect(world.asked.map(({ atMs }) => atMs)).toEqual([0, 5_000, 10_000, 15_000]);
    expect(state.tasks['a']).toMatchObject({ outcome: 'completed', polls: 4, endedAtMs: 15_000 });
  });

  it('asks for all tasks side by side', async () => {
    const taskIds = Array.from({ length: 20 }, (_, n) => `task${n}`);
    const world = simulateWorld((_, nthAsk) => (nthAsk < 2 ? unfinished() : finished), {
      latencyMs: 200,
    });
    const state = await lookUntilDone(waitFor(...taskIds), settings, world);
    expect(new Set(Object.values(outcomes(state)))).toEqual(new Set(['completed']));
    expect(world.mostInFlight).toBe(20);
    expect(world.nowMs()).toBeLessThan(13_000);
  });

  it('asks for 200 tasks within one interval, when an answer takes 200 ms', async () => {
    const taskIds = Array.from({ length: 200 }, (_, n) => `task${n}`);
    const world = simulateWorld(() => finished, { latencyMs: 200 });
    await lookUntilDone(waitFor(...taskIds), settings, world);
    expect(world.nowMs()).toBeLessThanOrEqual(settings.intervalMs);
  });

  it('asks a last time at the deadline and keeps what it saw', async () => {
    const world = simulateWorld((_, nthAsk) => unfinished(9 - nthAsk));
    const state = await lookUntilDone(waitForTasks(startWait(), ['a'], 0, 12_000), settings, world);
    expect(world.asked.map(({ atMs }) => atMs)).toEqual([0, 5_000, 10_000, 12_000]);
    expect(state.tasks['a']).toMatchObject({
      outcome: 'timedOut',
      polls: 4,
      task: { status: 'pending', progress: 6 },
    });
  });

  it('holds nobody else back for a refusal: pauses of the account are the gate’s', async () => {
    const world = simulateWorld((taskId): TaskAnswer => {
      return taskId === 'a' ? { kind: 'busy', reason: '429' } : unfinished();
    });
    await lookUntilDone(waitFor('a', 'b'), settings, world);
    const looksAt = (id: string) => world.asked.filter(({ taskId }) => taskId === id).length;
    expect(looksAt('a')).toBeLessThan(6);
    expect(looksAt('b')).toBeGreaterThan(10);
  });

  it('looks a last time at the deadline when the pause lasts longer', async () => {
    const world = simulateWorld(() => ({
      kind: 'busy',
      reason: '429',
      retryAfterMs: 3_600_000,
    }));
    const state = await lookUntilDone(waitFor('a'), settings, world);
    expect(world.asked.map(({ atMs }) => atMs)).toEqual([0, 60_000]);
    expect(state.tasks['a']).toMatchObject({ outcome: 'timedOut', endedAtMs: 60_000 });
  });

  it.each([
    ['in the sleep', 0, 3_000],
    ['in a request', 9_000, 3_000],
  ])('ends at once when it is cancelled %s', async (_, latencyMs, cancelAtMs) => {
    const world = simulateWorld(() => unfinished(), { latencyMs });
    const never = new AbortController().signal;
    void world.sleep(cancelAtMs, never).then(() => world.cancel());
    await expect(lookUntilDone(waitFor('a', 'b'), settings, world)).rejects.toThrow('cancelled');
    expect(world.nowMs()).toBe(cancelAtMs);
    expect(world.asked).toHaveLength(2);
    expect(world.pendingTimers()).toBe(0);
  });

  it('returns at the given time with the tasks that are still open', async () => {
    const world = simulateWorld((taskId) => (taskId === 'a' ? finished : unfinished()));
    const state = await lookUntilDone(waitFor('a', 'b'), settings, world, 12_000);
    expect(outcomes(state)).toEqual({ a: 'completed', b: undefined });
    expect(world.nowMs()).toBe(12_000);
    expect(world.pendingTimers()).toBe(0);
  });

  it('asks nothing when every task is finished already', async () => {
    const world = simulateWorld(() => finished);
    const state = await lookUntilDone(waitFor('a'), settings, world);
    expect(await lookUntilDone(state, settings, world)).toEqual(state);
    expect(world.asked).toHaveLength(1);
  });
});
