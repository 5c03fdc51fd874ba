import { describe, expect, it } from 'vitest';
import { LiveWait } from '../../../nodes/look/LiveWait.ts';
import { defaultSettings as settings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import { unfinished } from './simulatedWorld.ts';

const stepMs = 5_000;

/** How long behind the last of these sightings, so long apart, the next look comes. */
function delayBehind(percents: number[], apartMs = stepMs, chance = 0.5): number {
  const wait = new LiveWait(waitForTasks(startWait(), ['a'], 0, settings.timeoutMs), settings);
  percents.forEach((percent, n) => {
    wait.observe('a', unfinished(percent), { nowMs: n * apartMs, random: () => chance });
  });
  return wait.waitOf('a')!.nextAskAtMs - (percents.length - 1) * apartMs;
}

describe('the next look at a task that tells its progress', () => {
  const cases: [string, number[], number][] = [
    ['goes straight to an end that is near', [0, 40], 7_650],
    ['goes half way to an end that is far', [0, 30], 5_833],
    ['goes straight to an end that is far, where the pace is steady', [0, 20, 40], 15_300],
    ['goes no further than four intervals, where the pace is steady', [0, 10, 20], 20_000],
    ['goes no further than two where the pace has changed', [0, 20, 30], 10_000],
    ['comes after the interval where nothing moves', [20, 20, 20], 5_000],
  ];
  it.each(cases)('%s', (_, percents, delayMs) => {
    expect(delayBehind(percents)).toBeCloseTo(delayMs, -1);
  });

  it('is not scattered where it goes straight to the end, and is otherwise', () => {
    const scattered = (percents: number[]) =>
      delayBehind(percents, stepMs, 0.9) - delayBehind(percents, stepMs, 0.1);
    expect(scattered([0, 40])).toBe(0);
    expect(scattered([0, 30])).toBeGreaterThan(500);
  });

  const crowded: [string, number, number][] = [
    ['goes as much further ahead as a crowd has held the last one back', 8_000, 16_000],
    ['goes no further for that than one interval is ahead', 60_000, 20_000],
  ];
  it.each(crowded)('%s', (_, apartMs, delayMs) => {
    expect(delayBehind([0, 4], apartMs)).toBeCloseTo(delayMs, -1);
  });
});
