import { expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { idsAfter, idsOf, keepApart, resume, service, workflow } from './scene.ts';

keepApart();

it('waits for the tasks that its rows named at first, whatever the expression comes to later', async () => {
  const asked = service({ a: 1, b: 1 });
  const soonMs = Date.now() + 1_000;
  const test = workflow(['a', 'b'], {
    taskId: `={{ $now.toMillis() < ${soonMs} ? $json.id : 'another' }}`,
  });
  const asleep = await runWorkflow(test);
  const run = await resume(test, asleep);
  expect(idsAfter(run)).toEqual(['a', 'b']);
  expect(idsOf(asked.requests).sort()).toEqual(['a', 'a', 'b', 'b']);
});

it('keeps a row without a task among those that left later', async () => {
  service({ a: 1 });
  const test = workflow(['a', ''], {}, { settings: { onError: 'continueRegularOutput' } });
  const asleep = await runWorkflow(test);
  const run = await resume(test, asleep);
  expect(idsAfter(run)).toEqual(['a', undefined]);
});

it('keeps no rows with the execution once the wait is over', async () => {
  service({ a: 1 });
  const test = workflow(['a']);
  const asleep = await runWorkflow(test);
  expect(JSON.stringify(asleep)).toContain('"read"');
  expect(JSON.stringify(await resume(test, asleep))).not.toContain('"read"');
});
