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

it('the end of a task that begins after a queue is noticed soon, and with no more looks', async () => {
  const progressAt = (share: number) => Math.max(0, 200 * share - 100);
  const lateMs: number[] = [];
  for (let takesMs = 40_000; takesMs <= 120_000; takesMs += 2_000) {
    const world = simulateWorld((_taskId, _nth, nowMs) =>
      nowMs >= takesMs ? finished : unfinished(Math.floor(progressAt(nowMs / takesMs))),
    );
    const known = new Map([['a', expectCreated({ status: 'pending' }, 0, 0, defaultSettings)]]);
    const wait = waitForTasks(startWait(), ['a'], 0, timeoutMs, known);
    const { polls, endedAtMs } = (await lookUntilDone(wait, defaultSettings, world)).tasks.a!;
    expect(polls).toBeLessThanOrEqual(Math.ceil(takesMs / intervalMs));
    lateMs.push(endedAtMs! - takesMs);
  }
  expect(lateMs.toSorted((one, other) => one - other)[lateMs.length >> 1]).toBeLessThan(2_000);
});

describe('the next look, 302 s after the wait began or later', () => {
  const startedAtMs = 100_000;
  const nowMs = startedAtMs + 302_000;
  const at = (percent: number, secondsAgo = 0) => ({ percent, atMs: nowMs - secondsAgo * 1_000 });

  it.each<[string, Movement | undefined, polls: number, seconds: number, laterSeconds?: number]>([
    ['comes after the interval where no progress is told', undefined, 5, 5],
    ['comes after the interval where nothing has moved', { from: at(20), to: at(20) }, 5, 5],
    ['comes when half of what is left has passed', { from: at(20, 40), to: at(80) }, 5, 20 / 3],
    ['comes soon near the end', { from: at(20, 40), to: at(90) }, 5, 20 / 7],
    ['comes no sooner than a third', { from: at(20, 40), to: at(99) }, 5, 1.5],
    ['comes no later than two intervals far from the end', { from: at(20, 40), to: at(30) }, 5, 10],
    ['comes no sooner than looks have been saved for', { from: at(20, 40), to: at(99) }, 60, 3],
    ['comes less often in a long wait', undefined, 9, 7.5, 598],
    ['comes three intervals later at the most', undefined, 9, 15, 3_000],
  ])('%s', (_, moved, polls, seconds, laterSeconds = 0) => {
    const atMs = nowMs + laterSeconds * 1_000;
    const delayMs = nextLookDelayMs({ startedAtMs, polls, moved }, atMs, 5_000);
    expect(delayMs / 1_000).toBeCloseTo(seconds, 9);
  });
});
