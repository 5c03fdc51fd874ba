import { describe, expect, it } from 'vitest';
import {
  expectCreated,
  joinStates,
  lookAtAll,
  onlyOpen,
  reopen,
  startWait,
  waitForTasks,
  type WaitOutcome,
  type TaskWait,
} from '../../../nodes/look/WaitState.ts';

describe('waitForTasks', () => {
  it('adds each task once, due at once, and leaves those that are watched as they are', () => {
    const first = waitForTasks(startWait(), ['a', '__proto__'], 1_000, 5_000);
    const a = { startedAtMs: 1_000, deadlineAtMs: 6_000, nextAskAtMs: 1_000, polls: 0 };
    expect(Object.entries(first.tasks)).toEqual([
      ['a', a],
      ['__proto__', a],
    ]);
    const task = { status: 'pending' };
    const known = new Map([['b', { task }]]);
    const second = waitForTasks(first, ['a', 'b'], 2_000, 5_000, known);
    expect(second.tasks.a).toBe(first.tasks.a);
    expect(second.tasks.b).toMatchObject({ startedAtMs: 2_000, deadlineAtMs: 7_000, task });
  });
});

describe('expectCreated', () => {
  it.each([
    ['an interval after it', 800, 1_000, 5_800],
    ['at once, where that has passed', 800, 9_000, 5_800],
    ['an interval from now, where its clock is ahead', 5_000, 1_000, 6_000],
    ['at the deadline, where that comes first', 800, 2_000, 5_000, 3_000],
  ])('looks first %s', (_, atMs, nowMs, nextAskAtMs, timeoutMs = 60_000) => {
    const task = { status: 'pending' };
    const known = expectCreated(task, atMs, nowMs, { intervalMs: 5_000, timeoutMs });
    expect(known).toEqual({ task, nextAskAtMs });
  });
});

const ended = (outcome: WaitOutcome): TaskWait => ({
  ...{ startedAtMs: 0, deadlineAtMs: 60_000, nextAskAtMs: 5_000, polls: 1 },
  ...{ outcome, endedAtMs: 5_000 },
});
const outcomes = ['completed', 'failed', 'timedOut', 'notFound', 'unanswered'] as const;
const state = { tasks: Object.fromEntries(outcomes.map((one) => [one, ended(one)])) };

describe('a wait for another try', () => {
  it('looks again at all that a look may change', () => {
    const again = reopen(state, 9_000);
    expect(Object.keys(onlyOpen(again).tasks)).toEqual(['timedOut', 'notFound', 'unanswered']);
    expect(reopen(again, 20_000)).toEqual(again);
    expect(again.tasks.notFound).toEqual({
      ...{ startedAtMs: 0, deadlineAtMs: 60_000, nextAskAtMs: 9_000, polls: 1 },
    });
  });
});

describe('a wait with what its watcher saw', () => {
  it('has what was seen, and looks again at what ended without an answer', () => {
    const seen = joinStates(reopen(state, 0), state, 9_000);
    expect(Object.keys(onlyOpen(seen).tasks)).toEqual(['timedOut', 'notFound', 'unanswered']);
    expect(seen.tasks.notFound!.nextAskAtMs).toBe(9_000);
  });

  it('leaves tasks of another wait out', () => {
    const stored = { tasks: { failed: state.tasks.failed! } };
    expect(joinStates(stored, state, 0)).toEqual(stored);
    expect(joinStates(state, { tasks: {} }, 0)).toEqual(state);
  });
});

it('lookAtAll makes all due by a time, or earlier where they are', () => {
  expect(lookAtAll(state, 9_000).tasks.failed!.nextAskAtMs).toBe(5_000);
  expect(lookAtAll(state, 1_000).tasks.failed!.nextAskAtMs).toBe(1_000);
});
