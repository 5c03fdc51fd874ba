import { describe, expect, it, vi } from 'vitest';
import { connectPorts, Poll, type WaitPorts } from '../../../nodes/look/Poll.ts';
import { defaultSettings } from '../../../nodes/look/WaitState.ts';
import { startWait, waitForTasks } from '../../../nodes/look/WaitState.ts';
import type { WaitState } from '../../../nodes/look/WaitState.ts';
import { finished, simulateWorld, unfinished } from './simulatedWorld.ts';

const settings = { ...defaultSettings, timeoutMs: 60_000 };
const waitFor = (...taskIds: string[]) => waitForTasks(startWait(), taskIds, 0, settings.timeoutMs);
const outcomes = (state: WaitState) =>
  Object.fromEntries(Object.entries(state.tasks).map(([id, { outcome }]) => [id, outcome]));

async function lookUntilDone(
  state: WaitState,
  { intervalMs }: { intervalMs: number },
  ports: WaitPorts,
): Promise<WaitState> {
  const poll = new Poll(state, intervalMs, ports);
  await poll.run();
  return poll.state;
}

async function lookAtDue(state: WaitState, ports: WaitPorts): Promise<WaitState> {
  const poll = new Poll(state, settings.intervalMs, ports);
  await poll.lookAtDue();
  return poll.state;
}

describe('a poll that runs', () => {
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
});

describe('a single look', () => {
  it('looks once at what is due, and at nothing else', async () => {
    const world = simulateWorld((taskId) => (taskId === 'a' ? finished : unfinished()));
    const { tasks } = waitFor('a', 'b', 'c');
    const start: WaitState = { tasks: { ...tasks, c: { ...tasks.c!, nextAskAtMs: 1 } } };
    const state = await lookAtDue(start, world);
    expect(outcomes(state)).toEqual({ a: 'completed', b: undefined, c: undefined });
    expect(state.tasks.b!.nextAskAtMs).toBe(5_000);
    expect(start.tasks.a).not.toHaveProperty('outcome');
    await lookAtDue(state, world);
    expect(world.asked.map(({ taskId }) => taskId)).toEqual(['a', 'b']);
  });

  it('asks nothing for an execution that was stopped', async () => {
    const world = simulateWorld(() => finished);
    world.cancel();
    await expect(lookAtDue(waitFor('a'), world)).rejects.toThrow('cancelled');
    expect(world.asked).toEqual([]);
  });
});

it('connectPorts ends with the Stop button, and tells nothing of a look that it ended', async () => {
  const stop = new AbortController();
  const context = { getExecutionCancelSignal: () => stop.signal } as never;
  const answer = { kind: 'task', httpStatus: 200, task: { id: 'a', status: 'pending' } };
  const getTask = vi.fn(async () => answer);
  const { ask, signal, nowMs } = connectPorts(context, { getTask } as never);
  expect(await ask('a', signal)).toEqual({ kind: 'task', task: answer.task });
  expect(getTask).toHaveBeenCalledWith('a', { timeoutMs: 30_000, signal: stop.signal });
  expect(nowMs()).toBeCloseTo(Date.now(), -4);
  stop.abort(new Error('stopped'));
  await expect(ask('a', signal)).rejects.toThrow('stopped');
  expect(connectPorts({} as never, undefined).signal.aborted).toBe(false);
});
