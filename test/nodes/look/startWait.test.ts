import { describe, expect, it } from 'vitest';
import { startAfterCreation, startWait, waitForTasks } from '../../../nodes/look/startWait.ts';

describe('waitForTasks', () => {
  it('adds each task once, due at once, and leaves those that are watched as they are', () => {
    const first = waitForTasks(startWait(), ['a', 'constructor'], 1_000, 5_000);
    const a = { startedAtMs: 1_000, deadlineAtMs: 6_000, nextAskAtMs: 1_000, polls: 0 };
    expect(first.tasks).toEqual({ a, constructor: a });
    const second = waitForTasks(first, ['a', 'b'], 2_000, 5_000);
    expect(second.tasks.a).toBe(first.tasks.a);
    expect(second.tasks.b).toMatchObject({ startedAtMs: 2_000, deadlineAtMs: 7_000 });
  });

  it('gives each its own time limit, and none to one that has none', () => {
    const { tasks } = waitForTasks(startWait(), ['a', 'b'], 1_000, new Map([['a', 9_000]]));
    expect([tasks.a?.deadlineAtMs, tasks.b?.deadlineAtMs]).toEqual([10_000, 1_000]);
  });
});

describe('startAfterCreation', () => {
  it.each([
    ['an interval after it', 800, 1_000, 5_800],
    ['now, where that has passed', 800, 9_000, 9_000],
    ['an interval from now, where its clock is ahead', 5_000, 1_000, 6_000],
    ['at the deadline, where that comes first', 58_000, 58_000, 60_000],
  ])('looks first %s', (_, createdAtMs, nowMs, nextAskAtMs) => {
    const { a } = waitForTasks(startWait(), ['a'], 0, 60_000).tasks;
    const after = startAfterCreation(a!, createdAtMs, nowMs, 5_000);
    const beginning = { percent: 0, atMs: Math.min(createdAtMs, nowMs) };
    expect(after).toEqual({ ...a, nextAskAtMs, moved: { from: beginning, to: beginning } });
  });
});
