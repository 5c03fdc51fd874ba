import { describe, expect, it } from 'vitest';
import { describeSleep, showSleep } from '../../../nodes/sleep/tellSleep.ts';
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
  it('tells of a task its status, progress and number of looks, and when the next one is', () => {
    const task = { status: 'pending', progress: 40 };
    expect(describeSleep(wait({ a: { ...pending, polls: 3, task } }), ...asleep)).toBe(
      'Went to sleep at 00:00:01 UTC. Task a: pending, 40 %, checked 3 times. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the video.',
    );
  });

  it('says so of a task that nobody has looked at yet', () => {
    const created = { ...pending, polls: 0 };
    expect(describeSleep(wait({ a: { nextAskAtMs: 5_000 }, b: created }), ...asleep)).toBe(
      'Went to sleep at 00:00:01 UTC. 0 of 2 tasks have ended. Task a: not checked yet; Task b: pending, not checked yet. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the videos.',
    );
  });

  it('counts those that have ended, and names the others', () => {
    const done = { ...pending, outcome: 'completed' as const, nextAskAtMs: 1_000 };
    expect(describeSleep(wait({ a: done, b: pending, c: pending }), ...asleep)).toBe(
      'Went to sleep at 00:00:01 UTC. 1 of 3 tasks have ended. Task b: pending, checked once; Task c: pending, checked once. Next check at 00:00:05 UTC. Stopping the execution doesn’t stop the videos.',
    );
  });

  it('names no more tasks than a person reads', () => {
    const watches = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`t${n}`, pending]));
    expect(describeSleep(wait(watches), ...asleep)).toMatch(
      / 0 of 1000 tasks have ended\. Task t0: .*; and 995 more\. /,
    );
  });

  it('names five, and says no more where that is all', () => {
    const watches = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`t${n}`, pending]));
    expect(describeSleep(wait(watches), ...asleep)).toContain(
      '; Task t4: pending, checked once. Next',
    );
  });

  it('knows that nobody looks after the timer', () => {
    const late = { ...pending, nextAskAtMs: 99_000 };
    expect(describeSleep(wait({ a: late }), ...asleep)).toContain('at 00:01:10 UTC');
  });
});

it('tells the time in the time zone of the workflow', () => {
  const told = describeSleep(wait({ a: pending }), ...asleep, 'Asia/Kolkata');
  expect(told).toContain('Went to sleep at 05:30:01');
});

describe('showSleep', () => {
  const show = async (taskWait: Partial<TaskWait>, label?: string) => {
    const items = [{ itemIndex: 0 }, { itemIndex: 1, taskId: 'a', label }];
    return await showSleep(items, wait({ a: taskWait }), asleep[1]);
  };
  const note = expect.stringContaining('is asleep while this task is worked on');

  it('shows each task as it was last seen, and no item without one', async () => {
    const json = {
      id: 'a',
      status: 'pending',
      looks: 1,
      nextLook: '1970-01-01T00:00:05.000Z',
      note,
    };
    expect(await show(pending)).toStrictEqual([{ json, pairedItem: { item: 1 } }]);
    expect((await show(pending, 'L'))[0]?.json).toStrictEqual({ ...json, label: 'L' });
  });

  it('shows no next look of one that has ended, and none after the timer', async () => {
    const [ended] = await show({ ...pending, outcome: 'completed' });
    expect(ended?.json).not.toHaveProperty('nextLook');
    const [late] = await show({ ...pending, nextAskAtMs: 99_000 });
    expect(late?.json).toMatchObject({ nextLook: '1970-01-01T00:01:10.000Z' });
  });

  it('shows a task of which nothing is known', async () => {
    const items = [{ itemIndex: 0, taskId: 'b' }];
    const [shown] = await showSleep(items, wait({}), asleep[1]);
    expect(shown?.json).toMatchObject({ id: 'b', looks: 0, nextLook: '1970-01-01T00:01:10.000Z' });
  });
});
