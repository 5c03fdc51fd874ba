import { describe, expect, it } from 'vitest';
import { describeSleep, packTaskIds } from '../../../nodes/sleep/tellSleep.ts';
import type { TaskWait } from '../../../nodes/look/WaitState.ts';
import { waitFor } from '../look/simulatedWorld.ts';

const wait = (watches: Record<string, Partial<TaskWait>>) => {
  const { tasks } = waitFor(Object.keys(watches));
  for (const [id, watch] of Object.entries(watches)) Object.assign(tasks[id]!, watch);
  return { tasks };
};
const pending = { task: { status: 'pending' }, polls: 1, nextAskAtMs: 5_000 };
const told = { summary: '', lines: ['a: <b> & "pending", 40 %'] };
const asleep = [told, 1_000, 70_000] as const;

describe('describeSleep', () => {
  it('tells how far a task is, as text and not as HTML, and when the next look is', () => {
    expect(describeSleep(wait({ a: pending }), ...asleep)).toBe(
      'Asleep since 00:00:01 UTC. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the video.<br>a: &lt;b&gt; &amp; &quot;pending&quot;, 40 %',
    );
  });

  it('has a summary of several, and a line for each', () => {
    const tasks = wait({
      a: { ...pending, outcome: 'completed', nextAskAtMs: 1_000 },
      b: pending,
      c: { nextAskAtMs: 6_000 },
    });
    const summary = '3 rows: 1 finished, 2 in progress.';
    const words = describeSleep(tasks, { summary, lines: ['a', 'b', 'c'] }, 1_000, 70_000);
    expect(words.split('<br>')).toStrictEqual([
      'Asleep since 00:00:01 UTC. 3 rows: 1 finished, 2 in progress. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the videos.',
      ...['a', 'b', 'c'],
    ]);
  });

  it.each([
    ['knows that nobody looks after the timer', 99_000, 'Next check at 00:01:10 UTC.'],
    ['names no time before it fell asleep, though a look was due then', 500, 'Checking again now.'],
  ])('%s', (_, nextAskAtMs, words) => {
    const told = describeSleep(wait({ a: { ...pending, nextAskAtMs } }), ...asleep);
    expect(told).toContain(`Asleep since 00:00:01 UTC. ${words}`);
  });
});

describe('packing IDs into values', () => {
  it('says all where there is room to the last character', () => {
    const ids = ['x'.repeat(126), 'y'.repeat(127)];
    expect(packTaskIds(ids)).toBe(ids.join(', '));
  });

  it.each([1, 3, 25, 120, 252, 253, 300])('keeps IDs of %i characters short', (length) => {
    const packed = packTaskIds(Array.from({ length: 1_000 }, () => 'x'.repeat(length)));
    expect(packed).toMatch(/(^|, )…$/);
    expect(packed.length).toBeLessThanOrEqual(255);
    expect(packed.length).toBeGreaterThan(length < 253 ? 255 - length - 3 : 0);
    expect(packed).toMatch(new RegExp(`^(x{${length}}, )*…$`));
  });
});
