import { describe, expect, it } from 'vitest';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { resumeByCall } from '../../../engine/sleeping.ts';
import { idsAfter, keepApart, resume, runsOf, service, workflow } from './scene.ts';

keepApart();

describe('WaitForVideo, asleep in a workflow', () => {
  it.each(['timer', 'call'])('passes nothing on but its results, woken by a %s', async (wake) => {
    service({ a: 1 });
    const settings = { alwaysOutputData: true };
    const test = workflow(['a'], {}, { settings, executionOrder: 'v0' });
    const asleep = await runWorkflow(test);
    const woken =
      wake === 'timer' ? await resume(test, asleep) : (await resumeByCall(test, asleep)).run!;
    expect(woken.data.resultData.error).toBeUndefined();
    expect(woken.status).toBe('success');
    expect(runsOf(woken, 'Wait')).toHaveLength(1);
    expect(idsAfter(woken)).toEqual(['a']);
  });

  it('ends with itself where a person runs the workflow up to this node', async () => {
    service({ a: 1 });
    const startData = {
      destinationNode: { nodeName: 'Wait', mode: 'inclusive' as const },
      runNodeFilter: ['Items', 'Wait'],
    };
    const test = workflow(['a'], {}, { runData: { startData } });
    const run = await resume(test, await runWorkflow(test));
    expect(run.status).toBe('success');
    expect(runsOf(run, 'Wait')[0]!.data!.main![0]![0]!.json).toMatchObject({
      outcome: 'completed',
    });
    expect(runsOf(run, 'After')).toEqual([]);
  });
});
