import { expect, it } from 'vitest';
import { startWait, waitForTasks } from '../../../nodes/look/WaitState.ts';
import { Watchers } from '../../../nodes/watch/Watchers.ts';

it('watches an execution of any account until it has woken, and hands over what was seen', () => {
  const forever = () => new Promise<never>(() => {});
  const watchers = new Watchers({ nowMs: () => 0, sleep: forever, wake: forever });
  const requester = { ask: forever, post: forever, get: forever };
  const state = waitForTasks(startWait(), ['a'], 0, 60_000);
  for (const executionId of ['1', '2']) {
    const urls = { resumeUrl: 'https://n8n.test', statusUrl: 'https://n8n.test' };
    const execution = { executionId, ...urls, state, settings: { intervalMs: 1 }, forgetAtMs: 9 };
    watchers.watch(`account of ${executionId}`, execution, requester);
  }
  expect(watchers.lookNow('1', 'a')).toBe(false);
  expect(watchers.release('1')).toEqual(state);
  expect(watchers.lookNow('1', 'a')).toBe(true);
  expect(watchers.release('1')).toBeUndefined();
  expect(watchers.lookNow('2', 'a')).toBe(false);
});
