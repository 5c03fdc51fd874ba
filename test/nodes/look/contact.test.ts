import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../nodes/look/TaskAnswer.ts';
import { LiveWait } from '../../../nodes/look/LiveWait.ts';
import { lookUntilDone } from '../../../nodes/look/lookUntilDone.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import type { WaitState } from '../../../nodes/look/WaitState.ts';
import { finished, simulateWorld, unfinished } from './simulatedWorld.ts';

const settings = defaultSettings;
const many = Array.from({ length: 100 }, (_, n) => `task_${n}`);
const waitFor = (taskIds: string[]) =>
  waitForTasks(startWait(), taskIds, 0, defaultSettings.timeoutMs);
const outcomes = ({ tasks }: WaitState) => [
  ...new Set(Object.values(tasks).map(({ outcome }) => outcome)),
];
const silent: TaskAnswer = { kind: 'silent', reason: 'ETIMEDOUT' };
const keyRefused: TaskAnswer = { kind: 'keyRefused', reason: 'HTTP 401' };

describe('a wait for many tasks', () => {
  it('ends for all of them when the address stays silent', async () => {
    const world = simulateWorld(() => silent, { latencyMs: 30_000 });
    const state = await lookUntilDone(waitFor(many), settings, world);
    expect(outcomes(state)).toEqual(['unreachable']);
    expect(world.nowMs()).toBeLessThan(120_000);
    expect(state.tasks.task_99).toMatchObject({ lastFault: 'ETIMEDOUT' });
  });

  it('ends for all of them when the key is refused, after a few requests', async () => {
    const world = simulateWorld(() => keyRefused, { latencyMs: 200 });
    const state = await lookUntilDone(waitFor(many), settings, world);
    expect(outcomes(state)).toEqual(['unauthorized']);
    expect(world.nowMs()).toBeLessThan(20_000);
    expect(world.asked.length).toBeLessThanOrEqual(200);
  });

  it('ends only for the task whose key is refused when others are told of', async () => {
    const answer = (taskId: string, nth: number) =>
      taskId === 'theirs' ? keyRefused : nth < 30 ? unfinished() : finished;
    const world = simulateWorld(answer);
    const state = await lookUntilDone(waitFor(['mine', 'theirs']), settings, world);
    expect(state.tasks.theirs?.outcome).toBe('unauthorized');
    expect(state.tasks.mine?.outcome).toBe('completed');
  });

  it('rides out ten minutes without a service that did answer', async () => {
    const world = simulateWorld((_, nth, nowMs) =>
      nth === 0 ? unfinished() : nowMs < 600_000 ? silent : finished,
    );
    const state = await lookUntilDone(waitFor(['a', 'b']), settings, world);
    expect(outcomes(state)).toEqual(['completed']);
  });

  it('tells of a wrong address within two minutes, however seldom it looks', async () => {
    const world = simulateWorld(() => silent);
    const seldom = { ...settings, intervalMs: 600_000 };
    const state = await lookUntilDone(waitFor(['a']), seldom, world);
    expect(outcomes(state)).toEqual(['unreachable']);
    expect(world.nowMs()).toBeLessThan(120_000);
  });

  it('tells of a refused key even where there is time for one look only', () => {
    const endOf = (answer: TaskAnswer) => {
      const once = new LiveWait(waitForTasks(startWait(), ['a'], 0, 0), settings);
      once.observe('a', answer, { nowMs: 0, random: () => 0.5 });
      return once.waitOf('a')?.outcome;
    };
    expect(endOf(keyRefused)).toBe('unauthorized');
    expect(endOf(silent)).toBe('timedOut');
  });
});
