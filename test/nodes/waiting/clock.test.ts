import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followClock, steadyClock } from '../../../nodes/waiting/clock.ts';
import { waitedSeconds } from '../../../nodes/waiting/describeFailure.ts';
import { nextStep } from '../../../nodes/waiting/nextStep.ts';
import { observe } from '../../../nodes/waiting/observe.ts';
import { pollUntilDone } from '../../../nodes/waiting/pollUntilDone.ts';
import { defaultSettings as settings } from '../../../nodes/waiting/settings.ts';
import { startWait, watchTasks } from '../../../nodes/waiting/watch.ts';
import { finished, simulateWorld, unfinished } from './simulatedWorld.ts';

const hourMs = 3_600_000;
const context = (nowMs: number) => ({ nowMs, settings, random: () => 0.5 });

describe('steadyClock', () => {
  it('starts at the time of day, and keeps its pace when that is set', () => {
    let timeOfDayMs = 1_000_000;
    let steadyMs = 50;
    const nowMs = steadyClock(
      () => timeOfDayMs,
      () => steadyMs,
    );
    expect(nowMs()).toBe(1_000_000);
    steadyMs += 5_000;
    timeOfDayMs -= hourMs;
    expect(nowMs()).toBe(1_005_000);
    timeOfDayMs += 5 * hourMs;
    expect(nowMs()).toBe(1_005_000);
  });
});

describe('followClock', () => {
  const seenAt = (atMs: number) => {
    const start = watchTasks(startWait(), ['a'], atMs, settings.timeoutMs);
    return observe(start, 'a', unfinished(40), context(atMs));
  };

  it('leaves a state alone whose clock went on', () => {
    const state = seenAt(hourMs);
    const later = followClock(state, hourMs + 1_000);
    expect(later).toEqual({ ...state, seenAtMs: hourMs + 1_000 });
  });

  it('asks when it would have asked, after the clock was set back by an hour', () => {
    const state = followClock(seenAt(hourMs), 0);
    expect(nextStep(state, 0, 10)).toMatchObject({ ask: [], wakeAtMs: 5_000 });
    expect(state.tasks.a).toMatchObject({
      startedAtMs: 0,
      deadlineAtMs: settings.timeoutMs,
      lastProgress: { percent: 40, atMs: 0 },
    });
  });

  it('keeps the pause that the service asked for as long as it was', () => {
    const busy = observe(
      seenAt(hourMs),
      'a',
      { kind: 'busy', reason: 'HTTP 429', retryAfterMs: 60_000 },
      context(hourMs),
    );
    const pauseMs = busy.pausedUntilMs - hourMs;
    expect(followClock(busy, 1_000).pausedUntilMs).toBe(1_000 + pauseMs);
  });

  it('never lets a wait take longer than its limit, nor have waited less than nothing', () => {
    const steps = fc.array(fc.integer({ min: -10 * hourMs, max: 60_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (jumps) => {
        let nowMs = 100 * hourMs;
        let state = watchTasks(startWait(), ['a'], nowMs, settings.timeoutMs);
        let forwardMs = 0;
        for (const jumpMs of jumps) {
          nowMs += jumpMs;
          forwardMs += Math.max(0, jumpMs);
          state = followClock(state, nowMs);
          const { ask, wakeAtMs = nowMs } = nextStep(state, nowMs, 1);
          // Nothing lies further ahead than the longest pause between two looks.
          expect(wakeAtMs - nowMs).toBeLessThanOrEqual(2 * settings.intervalMs * 1.1);
          if (ask.length > 0) state = observe(state, 'a', unfinished(), context(nowMs));
          const watch = state.tasks.a!;
          expect(waitedSeconds(watch)).toBeGreaterThanOrEqual(0);
          expect(waitedSeconds(watch) * 1000).toBeLessThanOrEqual(forwardMs + 100);
          if (watch.outcome === undefined) expect(nowMs).toBeLessThan(watch.deadlineAtMs);
        }
      }),
    );
  });

  it('brings a wait home while the clock is set back again and again', async () => {
    const world = simulateWorld((_, nth) => (nth < 4 ? unfinished() : finished));
    const { nowMs } = world;
    world.nowMs = () => nowMs() - hourMs * Math.floor(nowMs() / 12_000) + 1_000 * hourMs;
    const start = watchTasks(startWait(), ['a'], world.nowMs(), settings.timeoutMs);
    const { tasks } = await pollUntilDone(start, settings, world);
    expect(tasks.a).toMatchObject({ outcome: 'completed', polls: 5 });
    expect(nowMs()).toBeLessThan(60_000);
    expect(waitedSeconds(tasks.a!)).toBeGreaterThanOrEqual(0);
  });
});
