import { describe, expect, it } from 'vitest';
import { describeSleep } from '../../../nodes/sleep/tellSleep.ts';
import type { TaskWait } from '../../../nodes/look/WaitState.ts';
import { waitFor } from '../look/simulatedWorld.ts';

const wait = (watches: Record<string, Partial<TaskWait>>) => {
  const state = waitFor(Object.keys(watches));
  const tasks = Object.entries(state.tasks).map(([id, watch]) => [
    id,
    { ...watch, ...watches[id] },
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) as typeof state.tasks };
};
const pending = { task: { status: 'pending' }, polls: 1, nextAskAtMs: 5_000 };
const told = { summary: '', lines: ['a: pending, 40 %'] };
const asleep = [told, 1_000, 70_000] as const;

describe('describeSleep', () => {
  it('tells how far a task is, and when the next look is', () => {
    expect(describeSleep(wait({ a: pending }), ...asleep)).toBe(
      'Asleep since 00:00:01 UTC. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the video; you’ll find its ID at the input.<br>a: pending, 40 %',
    );
  });

  it('shows what the service said as text, not as HTML', () => {
    const lines = ['<b>a</b>: <img src=x onerror="a()">&'];
    expect(describeSleep(wait({ a: pending }), { summary: '', lines }, 1_000, 70_000)).toContain(
      '<br>&lt;b&gt;a&lt;/b&gt;: &lt;img src=x onerror=&quot;a()&quot;&gt;&amp;',
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
      'Asleep since 00:00:01 UTC. 3 rows: 1 finished, 2 in progress. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the videos; you’ll find their IDs at the input.',
      ...['a', 'b', 'c'],
    ]);
  });

  it('knows that nobody looks after the timer', () => {
    const late = { ...pending, nextAskAtMs: 99_000 };
    expect(describeSleep(wait({ a: late }), ...asleep)).toContain('at 00:01:10 UTC');
  });

  it('names no time before it fell asleep, though a look was due then', () => {
    const due = { ...pending, nextAskAtMs: 500 };
    expect(describeSleep(wait({ a: due }), ...asleep)).toContain(
      'Asleep since 00:00:01 UTC. Checking again now.',
    );
  });
});

it('tells the time in the time zone of the workflow', () => {
  const words = describeSleep(wait({ a: pending }), ...asleep, 'Asia/Kolkata');
  expect(words).toContain('Asleep since 05:30:01');
});
