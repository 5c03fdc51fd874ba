import { afterEach, beforeEach, expect, it } from 'vitest';
import { instanceSettings } from '../../../engine/n8nCore.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { idsAfter, keepApart, resume, service, workflow } from './scene.ts';

keepApart();

beforeEach(() => (instanceSettings.instanceType = 'worker'));
afterEach(() => (instanceSettings.instanceType = 'main'));

it('goes on however late it is, where n8n marks executions before they queue', async () => {
  service({ a: 1, b: 2 });
  const test = workflow(['a', 'b']);
  const called = await resume(test, await runWorkflow(test), 600_000);
  expect(called.status).toBe('waiting');

  const late = await resume(test, called, 600_000);
  expect(late.status).toBe('success');
  expect(idsAfter(late)).toEqual(['a', 'b']);
});

it('goes on where it has been asleep on another worker since it slept on this one', async () => {
  service({ a: 1 });
  const test = workflow(['a']);
  const asleep = await runWorkflow(test);
  const { flow } = asleep.data.executionData!.contextData;
  Object.assign((flow!.videoSleep as { sleep: object }).sleep, { id: 'of another worker' });
  const run = await resume(test, asleep);
  expect(run.status).toBe('success');
  expect(idsAfter(run)).toEqual(['a']);
});
