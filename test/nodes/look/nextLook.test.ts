import { describe, expect, it } from 'vitest';
import { lookUntilDone } from '../../../nodes/look/lookUntilDone.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { expectCreated, startWait, waitForTasks } from '../../../nodes/look/WaitState.ts';
import { finished, simulateWorld, unfinished } from './simulatedWorld.ts';

const { intervalMs, timeoutMs } = defaultSettings;
const latencyMs = 200;
/** The loop that people build by hand: a pause, a look, and again. */
const periodMs = intervalMs + latencyMs;

/** How the service tells of a task that is so far: 0.5 is half of its time. */
const profiles: Record<string, (share: number) => number | undefined> = {
  'told evenly': (share) => 100 * share,
  'told from the middle on, after a queue': (share) => Math.max(0, 200 * share - 100),
  'told, and stands still at 99 %': (share) => Math.min(99, 160 * share),
  'told in steps of 20 %': (share) => 20 * Math.floor(5 * share),
  'not told': () => undefined,
};

/** Looks at one task, created as the wait begins, until its end is noticed. */
async function waitFor(takesMs: number, progressAt: (share: number) => number | undefined) {
  const world = simulateWorld(
    (_taskId, _nth, answeredAtMs) => {
      const share = (answeredAtMs - latencyMs / 2) / takesMs;
      if (share >= 1) return finished;
      const progress = progressAt(share);
      return unfinished(progress === undefined ? undefined : Math.floor(progress));
    },
    { latencyMs },
  );
  const known = new Map([['a', expectCreated({ status: 'pending' }, 0, 0, defaultSettings)]]);
  const wait = waitForTasks(startWait(), ['a'], 0, timeoutMs, known);
  const state = await lookUntilDone(wait, defaultSettings, world);
  const { polls, endedAtMs } = state.tasks.a!;
  return { looks: polls, lateMs: endedAtMs! - takesMs };
}

function waitByHand(takesMs: number) {
  const looks = Math.ceil((takesMs + latencyMs / 2) / periodMs);
  return { looks, lateMs: looks * periodMs - takesMs };
}

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

describe('the looks at a task, at the default interval', () => {
  it.each(Object.keys(profiles))('of 40 to 120 s, progress %s', async (profile) => {
    const takes = Array.from({ length: 40 }, (_, n) => 40_000 + 2_000 * n);
    const byHand = takes.map(waitByHand);
    const ours = await Promise.all(takes.map((ms) => waitFor(ms, profiles[profile]!)));
    const looks = mean(ours.map((one) => one.looks)) / mean(byHand.map((one) => one.looks));
    const lateMs = median(ours.map((one) => one.lateMs));
    const lateByHandMs = median(byHand.map((one) => one.lateMs));
    if (profile.startsWith('told evenly') || profile.startsWith('told from the middle')) {
      expect(lateMs).toBeLessThan(2_000);
      expect(looks).toBeLessThan(profile === 'told evenly' ? 0.85 : 1);
    } else {
      expect(lateMs).toBeLessThan(lateByHandMs * 1.05);
      expect(looks).toBeLessThanOrEqual(1.05);
    }
  });

  it('come less often in a long wait, three intervals apart at the most', async () => {
    const world = simulateWorld(() => unfinished());
    const hours = waitForTasks(startWait(), ['a'], 0, 4 * 3_600_000);
    await lookUntilDone(hours, defaultSettings, world);
    const times = world.asked.map(({ atMs }) => atMs);
    const apart = times.slice(1).map((atMs, n) => atMs - times[n]!);
    expect(apart[100]).toBe(intervalMs);
    expect(apart.at(-2)).toBe(3 * intervalMs);
  });
});
