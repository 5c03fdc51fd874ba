import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endPausedPastDeadline, nextStep } from '../../../nodes/waiting/nextStep.ts';
import { startWait, watchTasks, type WaitState } from '../../../nodes/waiting/watch.ts';

const anyState: fc.Arbitrary<WaitState> = fc.record({
  pausedUntilMs: fc.nat(100),
  tasks: fc.dictionary(
    fc.string({ minLength: 1 }).filter((id) => id !== '__proto__'),
    fc.record(
      {
        startedAtMs: fc.constant(0),
        deadlineAtMs: fc.integer({ min: 50, max: 150 }),
        nextAskAtMs: fc.nat(50),
        polls: fc.nat(10),
        faultsInRow: fc.nat(3),
        notFoundInRow: fc.nat(3),
        withoutResultInRow: fc.nat(2),
        outcome: fc.constantFrom('completed' as const, 'failed' as const),
      },
      {
        requiredKeys: [
          'startedAtMs',
          'deadlineAtMs',
          'nextAskAtMs',
          'polls',
          'faultsInRow',
          'notFoundInRow',
          'withoutResultInRow',
        ],
      },
    ),
  ),
});

describe('nextStep', () => {
  it('asks the most overdue tasks first', () => {
    const early = watchTasks(startWait(), ['early'], 5, 1_000);
    const late = watchTasks(startWait(), ['late'], 10, 1_000);
    const state = { ...early, tasks: { ...late.tasks, ...early.tasks } };
    expect(nextStep(state, 20, 1)).toEqual({ ask: ['early'], done: false });
  });

  it('wakes at the deadline when the pause is longer', () => {
    const state = { ...watchTasks(startWait(), ['a'], 0, 1_000), pausedUntilMs: 5_000 };
    expect(nextStep(state, 0, 5)).toEqual({ ask: [], wakeAtMs: 1_000, done: false });
  });

  it('never leaves an open task without a request, a time or an answer to come', () => {
    fc.assert(
      fc.property(anyState, fc.nat(200), fc.integer({ min: 1, max: 5 }), (given, nowMs, limit) => {
        const state = endPausedPastDeadline(given, nowMs);
        const open = Object.keys(state.tasks).filter((id) => !state.tasks[id]!.outcome);
        const inFlight = new Set(open.slice(0, 2));
        const step = nextStep(state, nowMs, limit, inFlight);
        expect(step.done).toBe(open.length === 0);
        if (open.length > 0)
          expect(step.ask.length > 0 || inFlight.size > 0 || (step.wakeAtMs ?? -1) > nowMs).toBe(
            true,
          );
        expect(step.ask.length + inFlight.size).toBeLessThanOrEqual(Math.max(limit, inFlight.size));
        for (const id of step.ask) {
          expect(open).toContain(id);
          expect(inFlight.has(id)).toBe(false);
          expect(state.pausedUntilMs).toBeLessThanOrEqual(nowMs);
        }
      }),
    );
  });
});
