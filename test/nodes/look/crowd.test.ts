import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { crowdsToMarkdown, crowdUrl, measureCrowds } from '../../../lab/simulation/crowd.ts';
import { leastCrowd } from '../../../nodes/look/Crowd.ts';
import { bringForward } from '../../../nodes/look/adjustWait.ts';
import { startBehind } from '../../../nodes/look/howOften.ts';
import { LiveWait } from '../../../nodes/look/LiveWait.ts';
import { defaultSettings as settings } from '../../../nodes/look/settings.ts';
import { startTaskWait } from '../../../nodes/look/startWait.ts';

const random = () => 0.5;
const dueAtMs = 5_500;

/** A wait for tasks that were all created at 0. */
function crowdOf(count: number, timeoutMs = settings.timeoutMs) {
  const created = { atMs: 0, isCalled: false };
  const context = { nowMs: 0, settings, random };
  const watch = () => startBehind(startTaskWait(0, timeoutMs), created, context);
  const ids = Array.from({ length: count }, (_, nth) => `task-${nth}`);
  return { tasks: Object.fromEntries(ids.map((id) => [id, watch()])), pausedUntilMs: 0 };
}

/** Takes all that is due. */
function takeAll(wait: LiveWait, nowMs: number): string[] {
  const taken: string[] = [];
  for (let id = wait.take(nowMs); id !== undefined; id = wait.take(nowMs)) taken.push(id);
  return taken;
}

const pending = (progress?: number) =>
  ({ kind: 'task', task: { status: 'pending', progress } }) as never;

describe('many tasks of one wait', () => {
  const rows = measureCrowds();

  it('are as the committed table says (npm run simulate writes it anew)', async () => {
    expect(await readFile(crowdUrl, 'utf8')).toBe(await crowdsToMarkdown(rows));
  });

  it('need no more requests together than apart, and are noticed about as soon', () => {
    for (const { apart, together, byHand } of rows) {
      expect(together.requests).toBeLessThanOrEqual(1.01 * apart.requests);
      expect(together.lagSeconds).toBeLessThanOrEqual(apart.lagSeconds + 0.75);
      expect(together.mostLagSeconds).toBeLessThanOrEqual(byHand.mostLagSeconds + 15);
    }
  });

  it('need a quarter less where the progress tells the end', () => {
    const { apart, together } = rows.find(
      ({ times, progress }) => times === '20 to 40 s' && progress === 'linear',
    )!;
    expect(together.requests).toBeLessThan(0.75 * apart.requests);
    expect(together.lagSeconds).toBeLessThan(1);
  });

  it('have one in sixteen looked at first, and the others when theirs may be over', () => {
    const wait = new LiveWait(crowdOf(160), settings);
    const scouts = takeAll(wait, dueAtMs);
    expect(scouts).toEqual(Array.from({ length: 10 }, (_, nth) => `task-${16 * nth}`));
    // Each is foreseen to take 50 s.
    for (const id of scouts) wait.observe(id, pending(12), { nowMs: 6_000, random });
    expect(takeAll(wait, 20_000).filter((id) => !scouts.includes(id))).toEqual([]);
    // Four intervals later than by themselves, at the latest.
    expect(takeAll(wait, 25_500)).toHaveLength(150);
  });

  it('are not held up by scouts that are never answered, or whose answers tell nothing', () => {
    const silent = new LiveWait(crowdOf(160), settings);
    expect(takeAll(silent, dueAtMs)).toHaveLength(10);
    expect(takeAll(silent, dueAtMs + 4_000)).toHaveLength(0);
    expect(takeAll(silent, dueAtMs + settings.intervalMs)).toHaveLength(150);
  });

  it('are looked at as by themselves when a progress doesn’t keep its pace', () => {
    const wait = new LiveWait(crowdOf(160), settings);
    const scouts = takeAll(wait, dueAtMs);
    for (const id of scouts) wait.observe(id, pending(10), { nowMs: 6_000, random });
    takeAll(wait, 11_000);
    for (const id of scouts) wait.observe(id, pending(11), { nowMs: 11_200, random });
    expect(takeAll(wait, 16_200).filter((id) => !scouts.includes(id))).toHaveLength(150);
  });

  it('are looked at within their time limit', () => {
    const wait = new LiveWait(crowdOf(160, 10_000), settings);
    for (const id of takeAll(wait, dueAtMs)) wait.observe(id, pending(2), { nowMs: 6_000, random });
    expect(takeAll(wait, 9_999)).toEqual([]);
    expect(takeAll(wait, 10_000)).toHaveLength(160);
  });

  it('are looked at when the service calls, whatever the scouts tell', () => {
    const live = new LiveWait(crowdOf(160), settings);
    const scouts = takeAll(live, dueAtMs);
    for (const id of scouts) live.observe(id, pending(2), { nowMs: 6_000, random });
    expect(takeAll(live, 7_000)).toEqual([]);
    live.bringForward('task-7', 7_000);
    expect(takeAll(live, 7_000)).toEqual(['task-7']);
    // Also one that is due, and would have been put off.
    const due = new LiveWait(crowdOf(160), settings);
    due.bringForward('task-7', dueAtMs);
    expect(takeAll(due, dueAtMs)).toContain('task-7');
    // And when the execution has woken for it.
    const woken = new LiveWait(bringForward(live.write(), ['task-9'], 8_000), settings);
    expect(takeAll(woken, 8_000)).toContain('task-9');
  });

  it('go each for itself when they are few', () => {
    expect(takeAll(new LiveWait(crowdOf(leastCrowd - 1), settings), dueAtMs)).toHaveLength(99);
  });
});
