import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';
import { node, to } from '../../../engine/node.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { resumeByCall, resumeByTimer, timerMsOf } from '../../../engine/sleeping.ts';
import { idsAfter, itemsAfter, keepApart, resume, runsOf, service, workflow } from './scene.ts';

keepApart();

describe('WaitForVideo, asleep in a workflow', () => {
  it('waits anew when a loop of the workflow brings the same task again', async () => {
    const asked = service({ a: 1 });
    const test = workflow(['a']);
    test.nodes.push(node('Again', 'test.again', { parameters: { passes: 2 } }));
    test.connections = {
      ...test.connections,
      Wait: { main: [to('Again')] },
      Again: { main: [to('Wait'), to('After')] },
    };
    const run = await resume(test, await runWorkflow(test));
    expect(run.status).toBe('success');
    expect(asked.requests).toHaveLength(3);
    expect(itemsAfter(run)[0]?.json).toMatchObject({ id: 'a', polls: 1 });
  });

  it('sleeps twice in one workflow, once in each of two nodes', async () => {
    service({ a: 1, a2: 1 });
    const test = workflow(['a']);
    const parameters = { taskId: "={{ $json.id + '2' }}", download: false };
    test.nodes.push({ ...test.nodes[1]!, id: 'second', name: 'Second', parameters });
    test.connections = {
      ...test.connections,
      Wait: { main: [to('Second')] },
      Second: { main: [to('After')] },
    };
    let run = await runWorkflow(test);
    run = await resume(test, run);
    expect(run.status).toBe('waiting');
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(idsAfter(run)).toEqual(['a2']);
  });

  it.each(['v0', 'v1'] as const)(
    'passes nothing on but its results, in order %s',
    async (order) => {
      for (const wake of ['timer', 'call'] as const) {
        service({ a: 1 });
        const settings = { alwaysOutputData: true };
        const test = workflow(['a'], {}, { settings, executionOrder: order });
        const asleep = await runWorkflow(test);
        vi.setSystemTime(wake === 'timer' ? timerMsOf(asleep) : Date.now() + 30_000);
        const woken =
          wake === 'timer'
            ? await resumeByTimer(test, asleep)
            : (await resumeByCall(test, asleep)).run!;
        expect(woken.data.resultData.error).toBeUndefined();
        expect(woken.status).toBe('success');
        expect(runsOf(woken, 'Wait')).toHaveLength(1);
        expect(idsAfter(woken)).toEqual(['a']);
        nock.cleanAll();
      }
    },
  );

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
