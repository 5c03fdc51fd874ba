import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followClock, steadyClock } from '../../../nodes/look/clock.ts';
import { waitedSeconds } from '../../../nodes/look/describeFailure.ts';
import { LiveWait } from '../../../nodes/look/LiveWait.ts';
import { lookUntilDone } from '../../../nodes/look/lookUntilDone.ts';
import { defaultSettings as settings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import { finished, simulateWorld, unfinished } from './simulatedWorld.ts';

const hourMs = 3_600_000;
const context = (nowMs: number) => ({ nowMs, random: () => 0.5 });

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
    const start = waitForTasks(startWait(), ['a'], atMs, settings.timeoutMs);
    const wait = new LiveWait(start, settings);
    wait.observe('a', unfinished(40), context(atMs));
    return wait;
  };

  it('leaves a state alone whose clock went on', () => {
    const state = seenAt(hourMs).write();
    const later = followClock(state, hourMs + 1_000);
    expect(later).toEqual({ ...state, seenAtMs: hourMs + 1_000 });
  });

  it('asks when it would have asked, after the clock was set back by an hour', () => {
    const stored = new LiveWait(followClock(seenAt(hourMs).write(), 0), settings);
    const running = seenAt(hourMs);
    running.followClock(0);
    for (const wait of [stored, running]) {
      expect(wait.nextAtMs(0)).toBe(5_000);
      expect(wait.limitAtMs).toBe(settings.timeoutMs);
      expect(wait.waitOf('a')).toMatchObject({
        startedAtMs: 0,
        firstProgress: { percent: 40, atMs: 0 },
        lastProgress: { percent: 40, atMs: 0 },
      });
    }
  });

  it('keeps the pause that the service asked for as long as it was', () => {
    const wait = seenAt(hourMs);
    const busy = { kind: 'busy', reason: 'HTTP 429', retryAfterMs: 60_000 } as const;
    wait.observe('a', busy, context(hourMs));
    const stored = wait.write();
    const pauseMs = stored.pausedUntilMs - hourMs;
    expect(followClock(stored, 1_000).pausedUntilMs).toBe(1_000 + pauseMs);
    wait.followClock(1_000);
    expect(wait.write().pausedUntilMs).toBe(1_000 + pauseMs);
  });

  it('never lets a wait take longer than its limit, nor have waited less than nothing', () => {
    const steps = fc.array(fc.integer({ min: -10 * hourMs, max: 60_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (jumps) => {
        let nowMs = 100 * hourMs;
        const start = waitForTasks(startWait(), ['a'], nowMs, settings.timeoutMs);
        const wait = new LiveWait(start, settings);
        let forwardMs = 0;
        for (const jumpMs of jumps) {
          nowMs += jumpMs;
          forwardMs += Math.max(0, jumpMs);
          wait.followClock(nowMs);
          // Nothing lies further ahead than the longest pause between two looks.
          if (wait.open > 0)
            expect(wait.nextAtMs(nowMs) - nowMs).toBeLessThanOrEqual(2 * settings.intervalMs * 1.1);
          if (wait.take(nowMs) !== undefined) wait.observe('a', unfinished(), context(nowMs));
          const watch = wait.waitOf('a')!;
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
    const start = waitForTasks(startWait(), ['a'], world.nowMs(), settings.timeoutMs);
    const { tasks } = await lookUntilDone(start, settings, world);
    expect(tasks.a).toMatchObject({ outcome: 'completed', polls: 5 });
    expect(nowMs()).toBeLessThan(60_000);
    expect(waitedSeconds(tasks.a!)).toBeGreaterThanOrEqual(0);
  });
});
