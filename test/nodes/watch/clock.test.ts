import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Requester } from '../../../nodes/call/requester.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';
import { startWait, waitForTasks } from '../../../nodes/look/startWait.ts';
import { endWatch, watchOver } from '../../../nodes/watch/watchers.ts';
import { unfinished } from '../look/simulatedWorld.ts';

const hourMs = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['ahead', hourMs],
  ['back', -hourMs],
])('looks in time at what falls asleep after n8n’s clock was set %s', async (_, byMs) => {
  const asked: string[] = [];
  const requester = {
    ask: async (taskId: string) => {
      asked.push(taskId);
      return unfinished();
    },
    get: async () => ({ httpStatus: 200, text: '"waiting"' }),
    post: async () => ({ httpStatus: 200, text: '{}' }),
  } as unknown as Requester;
  const settings = defaultSettings;
  const stateOf = (taskId: string) =>
    waitForTasks(startWait(), [taskId], Date.now(), settings.timeoutMs);
  const fallAsleep = (executionId: string, state = stateOf(executionId)) =>
    watchOver(
      `account ${byMs}`,
      {
        ...{ executionId, state, settings, forgetAtMs: Date.now() + hourMs },
        resumeUrl: 'https://n8n.test/webhook-waiting',
        statusUrl: 'https://n8n.test/form-waiting',
      },
      requester,
    );
  fallAsleep('before');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + byMs);
  const state = stateOf('after');
  const [deadlineAtMs] = Object.values(state.tasks).map((task) => task.deadlineAtMs);
  fallAsleep('after', state);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(asked).toContain('after');
  const seen = endWatch('after')!;
  expect(Math.abs(seen.tasks['after']!.deadlineAtMs - deadlineAtMs!)).toBeLessThan(1_000);
  endWatch('before');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
