import { describe, expect, it } from 'vitest';
import {
  mayBeQueuedByTimers,
  mayBeReadAwake,
  returnTimerMs,
  timerMsOf,
  timersLeft,
} from '../../../nodes/restart/timers.ts';
import { waitFor } from '../look/simulatedWorld.ts';

const minuteMs = 60_000;

describe('the timer of one that nobody calls', () => {
  it.each([
    ['is what n8n keeps on time, at the least', 0, 0, 65],
    ['grows with the time waited', 10, 0, 300],
    ['grows up to ten minutes', 60, 0, 600],
    ['spreads those that went to sleep together', 0, 1, 130],
    ['spreads them up to ten minutes', 60, 1, 600],
    ['ends at the deadline', 119, 0, 60],
  ])('%s', (_, waitedMinutes, random, seconds) => {
    const startMs = 7 * minuteMs;
    const nowMs = startMs + waitedMinutes * minuteMs;
    const { tasks } = waitFor(['a', 'over'], 120 * minuteMs, startMs);
    const over = { startedAtMs: 0, deadlineAtMs: startMs, outcome: 'completed' as const };
    const state = { tasks: { ...tasks, over: { ...tasks.over!, ...over } } };
    const timerMs = timerMsOf('alone', state, nowMs, () => random);
    expect((timerMs - nowMs) / 1000).toBe(seconds);
  });
});

describe('the timers of those who wake each other', () => {
  const inSeconds = (kind: 'root' | 'listed' | 'fresh', random: number) =>
    (timerMsOf(kind, waitFor(['a']), 1_000_000, () => random) - 1_000_000) / 1_000;

  it.each([
    ['soon and on time for the root', 'root', 172, 172],
    ['from half an hour to three quarters away for one that is listed', 'listed', 1_800, 2_700],
    ['longer than n8n is down, and home within 20 minutes, for a new one', 'fresh', 1_050, 1_140],
  ] as const)('are %s', (_, kind, shortest, longest) => {
    expect([inSeconds(kind, 0), inSeconds(kind, 1)]).toEqual([shortest, longest]);
    expect((inSeconds(kind, 0.123_456_789) * 1_000) % 1).toBe(0);
  });
});

describe('the timer of one that was sent back', () => {
  const hour = 60 * minuteMs;
  it.each([
    ['further ahead than n8n sets timers, at the least', 1_000, 75_000],
    ['twice as far ahead as it has slept', 10 * minuteMs, 20 * minuteMs],
    ['two hours at most', 20 * hour, 2 * hour],
  ])('is %s', (_, sleptMs, timerInMs) => {
    expect(returnTimerMs(30 * hour, 30 * hour - sleptMs) - 30 * hour).toBe(timerInMs);
  });
});

const nowMs = 1_000_000;
const [byCall, byTimer] = [true, false];

describe('an execution that wakes', () => {
  it.each<[string, number[], boolean, boolean]>([
    ['by a call, before its timer', [nowMs + 1], byCall, false],
    ['by a call, with its timer gone off', [nowMs - 1], byCall, true],
    ['by a call, with an earlier timer gone off', [nowMs + 1, nowMs - 90_000], byCall, true],
    ['by its timer', [nowMs], byTimer, false],
    ['by its timer, a moment late', [nowMs - 900], byTimer, false],
    ['by its timer, so late that n8n may have looked again', [nowMs - 1_100], byTimer, true],
    ['after two timers', [nowMs - 100, nowMs - 50], byTimer, true],
    ['by something else', [nowMs + 1], byTimer, false],
  ])('%s, may be queued twice or not', (_, timersMs, how, isQueued) => {
    expect(mayBeQueuedByTimers(timersMs, how, nowMs)).toBe(isQueued);
  });

  it.each<[string, number[], boolean, number[]]>([
    ['all, in order', [9_000, 1], byCall, [1, 9_000]],
    ['but for its own, also where the clock is a little ahead', [9_000, 1], byTimer, [9_000]],
    ['but for those that are gone', [-2, -1, 1], byCall, [1]],
    ['but for those that are gone, of which one was its own', [-2, -1, 1], byTimer, [1]],
    ['but for one that n8n cannot have set while it slept', [70_000, 70_001], byCall, [70_000]],
  ])('knows which timers are left: %s', (_, inMs, how, leftMs) => {
    const at = (ms: number) => nowMs + ms;
    expect(timersLeft(inMs.map(at), how, nowMs)).toEqual(leftMs.map(at));
  });

  it('may be read awake when a timer has gone off since, or does before it is stored', () => {
    expect(mayBeReadAwake([nowMs + 1_001], nowMs)).toBe(false);
    expect(mayBeReadAwake([nowMs + 1_001, nowMs + 1_000], nowMs)).toBe(true);
  });
});
