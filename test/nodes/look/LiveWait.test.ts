import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LiveWait } from '../../../nodes/look/LiveWait.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import type { WaitState } from '../../../nodes/look/WaitState.ts';
import { finished, unfinished } from './simulatedWorld.ts';

const settings = defaultSettings;
const context = (nowMs: number) => ({ nowMs, random: () => 0.5 });

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

describe('LiveWait', () => {
  it('gives the most overdue task first, and each once until it is observed', () => {
    const early = waitForTasks(startWait(), ['early'], 5, 1_000);
    const late = waitForTasks(startWait(), ['late'], 10, 1_000);
    const wait = new LiveWait({ ...early, tasks: { ...late.tasks, ...early.tasks } }, settings);
    expect([wait.take(20), wait.take(20), wait.take(20)]).toEqual(['early', 'late', undefined]);
    expect(wait.nextAtMs(20)).toBe(Infinity);
    wait.observe('late', unfinished(), context(30));
    expect(wait.nextAtMs(30)).toBe(1_010);
    expect(wait.open).toBe(2);
  });

  it('has something to do at the deadline when the pause is longer', () => {
    const state = { ...waitForTasks(startWait(), ['a'], 0, 1_000), pausedUntilMs: 5_000 };
    const wait = new LiveWait(state, settings);
    expect(wait.take(0)).toBeUndefined();
    expect(wait.nextAtMs(0)).toBe(1_000);
    wait.endOverdue(999);
    expect(wait.open).toBe(1);
    wait.endOverdue(1_000);
    expect(wait.waitOf('a')).toMatchObject({ outcome: 'timedOut', endedAtMs: 1_000 });
    expect(wait.open).toBe(0);
  });

  it('writes what it read, also for ids that objects have by themselves', () => {
    const ids = ['__proto__', 'constructor', '7', 'a'];
    const state = waitForTasks(startWait(), ids, 0, 1_000);
    const wait = new LiveWait(state, settings);
    expect(wait.write()).toEqual(state);
    wait.observe('__proto__', finished, context(1));
    const read = new LiveWait(JSON.parse(JSON.stringify(wait.write())) as WaitState, settings);
    expect(read.open).toBe(3);
    expect(read.isOpen('__proto__')).toBe(false);
  });

  it('leaves what was stored as it is, and hands out nothing that it goes on changing', () => {
    const state = waitForTasks({ ...startWait(), seenAtMs: 500 }, ['a', 'b', 'c'], 500, 1_000);
    const before = structuredClone(state);
    const wait = new LiveWait(state, settings);
    wait.followClock(400);
    wait.bringForward('a', 100);
    wait.observe(wait.take(400)!, unfinished(), context(400));
    const written = wait.write();
    const writtenBefore = structuredClone(written);
    wait.observe('a', unfinished(), context(450));
    wait.observe('b', finished, context(450));
    wait.observe('c', { kind: 'busy', retryAfterMs: 9_000, reason: 'busy' }, context(460));
    wait.endOverdue(5_000);
    expect(wait.open).toBe(0);
    expect(state).toEqual(before);
    expect(written).toEqual(writtenBefore);
  });

  it('never leaves an open task without a request, a time or an answer to come', () => {
    fc.assert(
      fc.property(anyState, fc.nat(200), (given, nowMs) => {
        const wait = new LiveWait(given, settings);
        wait.endOverdue(nowMs);
        const open = [...wait.taskIds()].filter((taskId) => wait.isOpen(taskId));
        expect(wait.open).toBe(open.length);
        const taken: string[] = [];
        for (let taskId; (taskId = wait.take(nowMs)) !== undefined;) taken.push(taskId);
        expect(new Set(taken).size).toBe(taken.length);
        for (const taskId of taken) {
          expect(open).toContain(taskId);
          expect(given.pausedUntilMs).toBeLessThanOrEqual(nowMs);
        }
        if (open.length > 0 && taken.length === 0) {
          expect(wait.nextAtMs(nowMs)).toBeGreaterThan(nowMs);
          expect(wait.nextAtMs(nowMs)).toBeLessThan(Infinity);
        }
      }),
    );
  });
});
