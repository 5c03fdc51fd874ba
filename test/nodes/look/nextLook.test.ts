import { describe, expect, it } from 'vitest';
import { lookUntilDone } from '../../../nodes/look/lookUntilDone.ts';
import { nextLookDelayMs } from '../../../nodes/look/nextLook.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import {
  expectCreated,
  startWait,
  waitForTasks,
  type Movement,
} from '../../../nodes/look/WaitState.ts';
import { finished, simulateWorld, unfinished } from './simulatedWorld.ts';

const { intervalMs, timeoutMs } = defaultSettings;
const latencyMs = 200;

/** How the service tells of a task that is so far: 0.5 is half of its time. */
const profiles: Record<
  string,
  [progressAt: (share: number) => number | undefined, lateMs: number]
> = {
  'told evenly': [(share) => 100 * share, 2_000],
  'told from the middle on, after a queue': [(share) => Math.max(0, 200 * share - 100), 2_000],
  'told, and stands still at 99 %': [(share) => Math.min(99, 160 * share), 3_000],
  'not told': [() => undefined, 3_000],
};

/** Looks at one task, created as the wait begins, until its end is noticed. */
async function waitFor(takesMs: number, progressAt: (share: number) => number | undefined) {
  const answer = (_taskId: string, _nth: number, answeredAtMs: number) => {
    const share = (answeredAtMs - latencyMs / 2) / takesMs;
    const progress = progressAt(share);
    if (share >= 1) return finished;
    return unfinished(progress === undefined ? undefined : Math.floor(progress));
  };
  const world = simulateWorld(answer, { latencyMs });
  const known = new Map([['a', expectCreated({ status: 'pending' }, 0, 0, defaultSettings)]]);
  const wait = waitForTasks(startWait(), ['a'], 0, timeoutMs, known);
  const { polls, endedAtMs } = (await lookUntilDone(wait, defaultSettings, world)).tasks.a!;
  return { polls, lateMs: endedAtMs! - takesMs };
}

describe('the looks at a task of 40 to 120 s, at the default interval', () => {
  it.each(Object.entries(profiles))('notice its end soon, progress %s', async (_, profile) => {
    const [progressAt, lateMs] = profile;
    const takes = Array.from({ length: 40 }, (_, n) => 40_000 + 2_000 * n);
    const waits = await Promise.all(takes.map((ms) => waitFor(ms, progressAt)));
    const late = waits.map((one) => one.lateMs).toSorted((one, other) => one - other);
    expect(late[late.length >> 1]).toBeLessThan(lateMs);
    for (const [n, { polls }] of waits.entries())
      expect(polls).toBeLessThanOrEqual(1 + Math.ceil(takes[n]! / intervalMs));
  });
});

describe('the next look, 302 s after the wait began', () => {
  const startedAtMs = 100_000;
  const nowMs = startedAtMs + 302_000;
  const at = (percent: number, secondsAgo = 0) => ({ percent, atMs: nowMs - secondsAgo * 1_000 });

  it.each<[string, Movement | undefined, polls: number, seconds: number]>([
    ['comes after the interval where no progress is told', undefined, 5, 5],
    ['comes after the interval where nothing has moved', { from: at(20), to: at(20) }, 5, 5],
    ['comes when half of what is left has passed', { from: at(20, 40), to: at(80) }, 5, 20 / 3],
    ['comes soon near the end', { from: at(20, 40), to: at(90) }, 5, 20 / 7],
    ['comes no sooner than a third', { from: at(20, 40), to: at(99) }, 5, 1.5],
    ['comes no later than two intervals far from the end', { from: at(20, 40), to: at(30) }, 5, 10],
    ['comes no sooner than looks have been saved for', { from: at(20, 40), to: at(99) }, 60, 3],
  ])('%s', (_, moved, polls, seconds) => {
    const delayMs = nextLookDelayMs({ startedAtMs, polls, moved }, nowMs, 5_000);
    expect(delayMs / 1_000).toBeCloseTo(seconds, 9);
  });

  it.each([
    [5, 5],
    [15, 7.5],
    [60, 15],
  ])('comes, %i minutes later, after %d s', (minutes, seconds) => {
    const laterMs = startedAtMs + minutes * 60_000;
    const delayMs = nextLookDelayMs({ startedAtMs, polls: 9, moved: undefined }, laterMs, 5_000);
    expect(delayMs / 1_000).toBe(seconds);
  });
});
