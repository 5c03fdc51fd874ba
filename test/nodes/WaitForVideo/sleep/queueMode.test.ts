import type { IRun } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { SleepRecord } from '../../../../nodes/sleeping/sleepRecord.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { fakeN8n, resumeByTimer } from '../../../engine/sleeping.ts';
import { idsAfter, keepApart, resume, service, workflow } from './scene.ts';

keepApart();

const recordOf = ({ data }: IRun) =>
  data.executionData!.contextData.flow!.videogenSleep as unknown as SleepRecord;

it('goes on however late it is, where n8n marks executions before they queue', async () => {
  service({ a: 1, b: 2 });
  fakeN8n(() => 200);
  const test = workflow(['a', 'b'], { options: { release: 'asTheyCome' } });
  const asleep = await runWorkflow(test);
  // Only in queue mode another process takes the calls.
  recordOf(asleep).sleep!.rungBy = 'a webhook process';
  const called = await resumeByTimer(test, asleep);
  expect(called.status).toBe('waiting');
  expect(idsAfter(called)).toEqual(['a']);

  const late = await resume(test, called, 600_000);
  expect(late.status).toBe('success');
  expect(idsAfter(late)).toEqual(['a', 'b']);
});
