import { describe, expect, it } from 'vitest';
import { describeSleep } from '../../../nodes/sleep/tellSleep.ts';
import { startWait, waitForTasks, type TaskWait } from '../../../nodes/look/WaitState.ts';

const wait = (watches: Record<string, Partial<TaskWait>>) => {
  const state = waitForTasks(startWait(), Object.keys(watches), 0, 60_000);
  const tasks = Object.entries(state.tasks).map(([id, watch]) => [
    id,
    { ...watch, ...watches[id] },
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) as typeof state.tasks };
};
const pending = { task: { status: 'pending' }, polls: 1, nextAskAtMs: 5_000 };
const asleep = [1_000, 70_000] as const;

describe('describeSleep', () => {
  it('tells of a task its status and progress, and when the next look is', () => {
    const task = { status: 'pending', progress: 40 };
    expect(describeSleep(wait({ a: { ...pending, task } }), ...asleep)).toBe(
      'Asleep since 00:00:01 UTC. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the video; you’ll find its ID at the input.<br>a: pending, 40 %',
    );
  });

  it('shows what the service said as text, not as HTML', () => {
    const task = { status: '<img src=x onerror="a()">&' };
    expect(describeSleep(wait({ '<b>a</b>': { ...pending, task } }), ...asleep)).toContain(
      '<br>&lt;b&gt;a&lt;/b&gt;: &lt;img src=x onerror=&quot;a()&quot;&gt;&amp;',
    );
  });

  it('names every task in a line of its own, and counts those that have ended', () => {
    const tasks = wait({
      a: { ...pending, task: { status: 'completed' }, outcome: 'completed', nextAskAtMs: 1_000 },
      b: pending,
      c: { nextAskAtMs: 6_000 },
    });
    expect(describeSleep(tasks, ...asleep).split('<br>')).toStrictEqual([
      'Asleep since 00:00:01 UTC. 1 of 3 tasks have ended. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the videos; you’ll find their IDs at the input.',
      'a: completed',
      'b: pending',
      'c',
    ]);
  });

  it('knows that nobody looks after the timer', () => {
    const late = { ...pending, nextAskAtMs: 99_000 };
    expect(describeSleep(wait({ a: late }), ...asleep)).toContain('at 00:01:10 UTC');
  });
});

it('tells the time in the time zone of the workflow', () => {
  const told = describeSleep(wait({ a: pending }), ...asleep, 'Asia/Kolkata');
  expect(told).toContain('Asleep since 05:30:01');
});
