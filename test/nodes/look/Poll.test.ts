import { describe, expect, it, vi } from 'vitest';
import { connectPorts, Poll, type WaitPorts } from '../../../nodes/look/Poll.ts';
import type { WaitState } from '../../../nodes/look/WaitState.ts';
import { finished, simulateWorld, unfinished, waitFor } from './simulatedWorld.ts';

const outcomes = ({ tasks }: WaitState) =>
  Object.fromEntries(Object.entries(tasks).map(([id, { outcome }]) => [id, outcome]));

async function poll(way: 'run' | 'lookAtDue', state: WaitState, ports: WaitPorts) {
  const one = new Poll(state, 5_000, ports);
  await one[way]();
  return one.state;
}

describe('a poll that runs', () => {
  it('asks at once and then every interval until the task is finished', async () => {
    const world = simulateWorld((_, nthAsk) => (nthAsk < 3 ? unfinished() : finished));
    const state = await poll('run', waitFor(['a']), world);
    expect(world.asked.map(({ atMs }) => atMs)).toEqual([0, 5_000, 10_000, 15_000]);
    expect(state.tasks['a']).toMatchObject({ outcome: 'completed', polls: 4, endedAtMs: 15_000 });
  });

  it('asks for all tasks side by side, a hundred more in each tenth of a second', async () => {
    const taskIds = Array.from({ length: 201 }, (_, n) => `task${n}`);
    const world = simulateWorld((_, nth) => (nth < 1 ? unfinished() : finished), 2_000);
    const state = await poll('run', waitFor(taskIds), world);
    expect(new Set(Object.values(outcomes(state)))).toEqual(new Set(['completed']));
    expect(world.mostInFlight).toBe(201);
    const startsMs = world.asked.slice(0, 201).map(({ atMs }) => atMs);
    expect([startsMs[99], startsMs[100], startsMs[200]]).toEqual([0, 100, 200]);
  });

  it('looks again at what was answered while another answer is awaited', async () => {
    const world = simulateWorld((_, nthAsk) => (nthAsk < 1 ? unfinished() : finished));
    const ask = async (taskId: string, signal: AbortSignal) => {
      if (taskId === 'slow') await world.sleep(20_000, signal);
      return await world.ask(taskId, signal);
    };
    const state = await poll('run', waitFor(['slow', 'a']), { ...world, ask });
    expect(state.tasks['a']).toMatchObject({ polls: 2, endedAtMs: 5_000 });
    expect(state.tasks['slow']).toMatchObject({ polls: 2 });
  });

  it('ends with the last answer', async () => {
    const world = simulateWorld(() => finished, 300);
    await poll('run', waitFor(['a', 'b']), world);
    expect(world.nowMs()).toBe(300);
  });

  it('asks a last time at the deadline and keeps what it saw', async () => {
    const world = simulateWorld((_, nthAsk) => unfinished(9 - nthAsk));
    const state = await poll('run', waitFor(['a'], 12_000), world);
    expect(world.asked.map(({ atMs }) => atMs)).toEqual([0, 5_000, 10_000, 12_000]);
    const task = { status: 'pending', progress: 6 };
    expect(state.tasks['a']).toMatchObject({ outcome: 'timedOut', polls: 4, task });
  });

  it('takes a look that breaks for one that brings no task', async () => {
    const world = simulateWorld((_, nthAsk) => {
      if (nthAsk === 0) throw new Error('broken');
      return finished;
    });
    const state = await poll('run', waitFor(['a']), world);
    expect(state.tasks['a']).toMatchObject({ outcome: 'completed', polls: 2, endedAtMs: 5_000 });
  });

  it.each([
    ['in the sleep', 0],
    ['in a request', 9_000],
  ])('ends at once when it is cancelled %s', async (_, latencyMs) => {
    const world = simulateWorld(() => unfinished(), latencyMs);
    const never = new AbortController().signal;
    void world.sleep(3_000, never).then(() => world.cancel());
    await expect(poll('run', waitFor(['a', 'b']), world)).rejects.toThrow('cancelled');
    expect([world.nowMs(), world.asked.length, world.pendingTimers()]).toEqual([3_000, 2, 0]);
  });
});

describe('a poll that is called', () => {
  // Both tasks end after ten seconds.
  it.each<[string, taskId: string, atMs: number[], looks: string]>([
    ['looks at the task that is named', 'b', [3_000], '3000 b'],
    ['looks at all where none of them is', 'x', [3_000], '3000 a, 3000 b'],
    ['looks once a second', 'b', [3_000, 3_100, 3_200, 3_300, 4_100], '3000 b, 4000 b, 5000 b'],
  ])('%s', async (_, taskId, callsAtMs, looks) => {
    const world = simulateWorld((_task, _nth, nowMs) =>
      nowMs >= 10_000 ? finished : unfinished(),
    );
    const one = new Poll(waitFor(['a', 'b']), 10_000, world);
    for (const atMs of callsAtMs)
      void world.sleep(atMs, world.signal).then(() => one.lookNow(taskId));
    await one.run();
    const asked = world.asked.filter(({ atMs }) => atMs > 0 && atMs < 10_000);
    expect(asked.map((look) => `${look.atMs} ${look.taskId}`).join(', ')).toBe(looks);
  });
});

describe('a single look', () => {
  it('looks once at what is due, and at nothing else', async () => {
    const world = simulateWorld((taskId) => (taskId === 'a' ? finished : unfinished()));
    const { tasks } = waitFor(['a', 'b', 'c']);
    const start: WaitState = { tasks: { ...tasks, c: { ...tasks.c!, nextAskAtMs: 1 } } };
    const state = await poll('lookAtDue', start, world);
    expect(outcomes(state)).toEqual({ a: 'completed', b: undefined, c: undefined });
    expect(state.tasks.b!.nextAskAtMs).toBe(5_000);
    expect(start.tasks.a).not.toHaveProperty('outcome');
    await poll('lookAtDue', state, world);
    expect(world.asked.map(({ taskId }) => taskId)).toEqual(['a', 'b']);
  });

  it('asks nothing for an execution that was stopped', async () => {
    const world = simulateWorld(() => finished);
    world.cancel();
    await expect(poll('lookAtDue', waitFor(['a']), world)).rejects.toThrow('cancelled');
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
