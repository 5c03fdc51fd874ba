import { describe, expect, it } from 'vitest';
import {
  joinStates,
  lookAtAll,
  onlyOpen,
  reopen,
  waitForTasks,
  type TaskWait,
  type WaitOutcome,
} from '../../../nodes/look/WaitState.ts';
import { waitFor } from './simulatedWorld.ts';

const settings = { intervalMs: 5_000, timeoutMs: 60_000 };
const created = { status: 'pending' };

describe('waitForTasks', () => {
  it('adds each task once, due at once, and leaves those that are watched as they are', () => {
    const first = waitFor(['a', '__proto__'], 5_000, 1_000);
    const a = { startedAtMs: 1_000, deadlineAtMs: 6_000, nextAskAtMs: 1_000, polls: 0 };
    expect(Object.entries(first.tasks)).toEqual([
      ['a', a],
      ['__proto__', a],
    ]);
    const second = waitForTasks(first, [{ taskId: 'a' }, {}, { taskId: 'b' }], 2_000, settings);
    expect(Object.keys(second.tasks)).toEqual(['a', '__proto__', 'b']);
    expect(second.tasks.a).toBe(first.tasks.a);
    expect(second.tasks.b).toMatchObject({ startedAtMs: 2_000, deadlineAtMs: 62_000 });
  });

  it.each([
    ['an interval after it', 800, 1_000, 5_800],
    ['at once, where that has passed', 800, 9_000, 5_800],
    ['an interval from now, where its clock is ahead', 5_000, 1_000, 6_000],
    ['an interval from now, where nobody knows when', undefined, 1_000, 6_000],
    ['at the deadline, where that comes first', 800, 2_000, 5_000, 3_000],
  ])(
    'looks at what was just created first %s',
    (_, atMs, nowMs, nextAskAtMs, timeoutMs = 60_000) => {
      const made = { taskId: 'a', created, ...(atMs !== undefined && { createdAtMs: atMs }) };
      const { tasks } = waitForTasks({ tasks: {} }, [made], nowMs, { ...settings, timeoutMs });
      expect(tasks.a).toMatchObject({ task: created, nextAskAtMs });
    },
  );
});

const ended = (outcome: WaitOutcome): TaskWait => ({
  ...{ startedAtMs: 0, deadlineAtMs: 60_000, nextAskAtMs: 5_000, polls: 1 },
  ...{ outcome, endedAtMs: 5_000 },
});
const outcomes = ['completed', 'failed', 'timedOut', 'notFound', 'unanswered'] as const;
const state = { tasks: Object.fromEntries(outcomes.map((one) => [one, ended(one)])) };
const again = reopen(state, 9_000);

it('a wait for another try looks again at all that a look may change, and so does one with what was seen', () => {
  expect(Object.keys(onlyOpen(again).tasks)).toEqual(['timedOut', 'notFound', 'unanswered']);
  expect(reopen(again, 20_000)).toEqual(again);
  expect(again.tasks.notFound).toEqual({
    ...{ startedAtMs: 0, deadlineAtMs: 60_000, nextAskAtMs: 9_000, polls: 1 },
  });
  expect(joinStates(reopen(state, 0), state, 9_000)).toEqual(again);
});

it('joinStates leaves tasks of another wait out', () => {
  const stored = { tasks: { failed: state.tasks.failed! } };
  expect(joinStates(stored, state, 0)).toEqual(stored);
  expect(joinStates(state, { tasks: {} }, 0)).toEqual(state);
});

it('lookAtAll makes all due by a time, or earlier where they are', () => {
  expect(lookAtAll(state, 9_000).tasks.failed!.nextAskAtMs).toBe(5_000);
  expect(lookAtAll(state, 1_000).tasks.failed!.nextAskAtMs).toBe(1_000);
});
