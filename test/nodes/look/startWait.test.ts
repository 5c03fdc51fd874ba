import { describe, expect, it } from 'vitest';
import { expectCreated, startWait, waitForTasks } from '../../../nodes/look/startWait.ts';

describe('waitForTasks', () => {
  it('adds each task once, due at once, and leaves those that are watched as they are', () => {
    const first = waitForTasks(startWait(), ['a', 'constructor'], 1_000, 5_000);
    const a = { startedAtMs: 1_000, deadlineAtMs: 6_000, nextAskAtMs: 1_000, polls: 0 };
    expect(first.tasks).toEqual({ a, constructor: a });
    const second = waitForTasks(first, ['a', 'b'], 2_000, 5_000);
    expect(second.tasks.a).toBe(first.tasks.a);
    expect(second.tasks.b).toMatchObject({ startedAtMs: 2_000, deadlineAtMs: 7_000 });
  });
});

describe('expectCreated', () => {
  const task = { status: 'pending' };
  const wait = waitForTasks(startWait(), ['a', 'b'], 0, 60_000);

  it.each([
    ['an interval after it', 800, 1_000, 5_800],
    ['now, where that has passed', 800, 9_000, 9_000],
    ['an interval from now, where its clock is ahead', 5_000, 1_000, 6_000],
    ['at the deadline, where that comes first', 58_000, 58_000, 60_000],
  ])('looks first %s', (_, atMs, nowMs, nextAskAtMs) => {
    const { tasks } = expectCreated(wait, new Map([['a', { task, atMs }]]), nowMs, 5_000);
    const beginning = { percent: 0, atMs: Math.min(atMs, nowMs) };
    const moved = { from: beginning, to: beginning };
    expect(tasks.a).toEqual({ ...wait.tasks.a, task, nextAskAtMs, moved });
    expect(tasks.b).toBe(wait.tasks.b);
  });

  it('leaves a task as it is that was looked at, or is known', () => {
    for (const seen of [{ polls: 1 }, { task: { status: 'odd' } }]) {
      const a = { ...wait.tasks.a!, ...seen };
      const created = new Map([['a', { task, atMs: 0 }]]);
      expect(expectCreated({ tasks: { a } }, created, 0, 5_000).tasks.a).toBe(a);
    }
  });
});
