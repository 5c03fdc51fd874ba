import { describe, expect, it } from 'vitest';
import { joinStates, lookAtAll, openTasks, reopen } from '../../../nodes/look/adjustWait.ts';
import type { Outcome, TaskWait, WaitState } from '../../../nodes/look/WaitState.ts';

const fault = { kind: 'withoutVideo' as const, reason: '', ofKind: 3, inRow: 3, sinceMs: 0 };
const ended = (outcome: Outcome, more: Partial<TaskWait> = {}): TaskWait => ({
  ...{ startedAtMs: 0, deadlineAtMs: 60_000, nextAskAtMs: 5_000, polls: 1 },
  ...{ outcome, endedAtMs: 5_000 },
  ...more,
});
const state: WaitState = {
  tasks: {
    completed: ended('completed'),
    failed: ended('failed'),
    withoutVideo: ended('failed', { fault }),
    timedOut: ended('timedOut'),
    notFound: ended('notFound', { fault }),
    unanswered: ended('unanswered', { fault }),
  },
};

describe('a wait for another try', () => {
  it('looks again at all that a look may change, and ends at once where it does not', () => {
    const again = reopen(state, 9_000);
    expect(openTasks(again)).toEqual(['withoutVideo', 'timedOut', 'notFound', 'unanswered']);
    expect(again.tasks.withoutVideo).toMatchObject({ nextAskAtMs: 9_000, fault });
    expect(again.tasks.withoutVideo).not.toHaveProperty('endedAtMs');
  });
});

describe('a wait with what its watcher saw', () => {
  it('looks again at what ended without an answer, but for the time limit', () => {
    const open = reopen(state, 0);
    expect(openTasks(joinStates(open, state, 9_000))).toEqual([
      'withoutVideo',
      'notFound',
      'unanswered',
    ]);
  });

  it('leaves tasks of another wait out', () => {
    const stored = { tasks: { failed: state.tasks.failed! } };
    expect(joinStates(stored, state, 0)).toEqual(stored);
    expect(joinStates(stored, undefined, 0)).toBe(stored);
  });
});

it('lookAtAll makes all due by a time, or earlier where they are', () => {
  expect(lookAtAll(state, 9_000).tasks.failed!.nextAskAtMs).toBe(5_000);
  expect(lookAtAll(state, 1_000).tasks.failed!.nextAskAtMs).toBe(1_000);
});
