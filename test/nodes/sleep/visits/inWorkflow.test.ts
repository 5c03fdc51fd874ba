import { createRequire } from 'node:module';
import type * as core from 'n8n-core';
import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { node, to } from '../../../engine/node.ts';
import { newExecutionId, runWorkflow } from '../../../engine/runWorkflow.ts';
import { resumeByRing, resumeByTimer, timerMsOf } from '../../../engine/sleeping.ts';
import {
  done,
  idsAfter,
  itemsAfter,
  keepApart,
  pending,
  resume,
  runsOf,
  service,
  workflow,
} from './scene.ts';

keepApart();

const { WorkflowExecute } = createRequire(import.meta.url)('n8n-core') as typeof core;

interface Ensuring {
  ensureAlwaysOutputData(outputs: unknown[][] | null | undefined, entry: unknown): unknown;
}

/** What n8n 3 is announced to make of “Always Output Data”. */
function addOnlyWhereAllIsEmpty(): void {
  const engine = WorkflowExecute.prototype as unknown as Ensuring;
  const { ensureAlwaysOutputData } = engine;
  vi.spyOn(engine, 'ensureAlwaysOutputData').mockImplementation(function (this: Ensuring, ...args) {
    const hasData = args[0]?.some((items) => items?.length > 0);
    return hasData ? args[0] : ensureAlwaysOutputData.apply(this, args);
  });
}

describe('WaitForVideo, asleep in a workflow', () => {
  it('sends failures down the error branch, beside the finished items', async () => {
    const asked = new Set<string>();
    fakeService(({ path }) => {
      if (!asked.has(path)) return asked.add(path) && pending;
      return path.endsWith('bad') ? { status: 200, body: { status: 'failed' } } : done('good');
    });
    const outputs = { main: [to('After'), to('Failed')] };
    const settings = { onError: 'continueErrorOutput' } as const;
    const test = workflow(['bad', 'good'], {}, { outputs, settings });
    test.nodes.push(node('Failed', 'test.pass'));
    const run = await resume(test, await runWorkflow(test));
    expect(idsAfter(run)).toEqual(['good']);
    expect(itemsAfter(run, 'Failed')[0]?.json).toMatchObject({
      error: 'Task bad failed',
      details: { taskId: 'bad', reason: 'failed' },
    });
  });

  it.each([
    // n8n 2 adds an empty item to the first output though the second has data.
    { n8n: 2, empty: 1 },
    { n8n: 3, empty: 0 },
  ])(
    'lets Always Output Data add what it adds in n8n $n8n, and only at the end',
    async ({ n8n, empty }) => {
      if (n8n === 3) addOnlyWhereAllIsEmpty();
      const asked = new Map<string, number>();
      fakeService(({ path }) => {
        asked.set(path, (asked.get(path) ?? 0) + 1);
        const isOver = asked.get(path)! > (path.endsWith('worse') ? 2 : 1);
        return isOver ? { status: 200, body: { status: 'failed' } } : pending;
      });
      const outputs = { main: [to('After'), to('Failed')] };
      const settings = { onError: 'continueErrorOutput', alwaysOutputData: true } as const;
      const test = workflow(['bad', 'worse'], {}, { outputs, settings });
      test.nodes.push(node('Failed', 'test.pass'));
      const asleep = await runWorkflow(test);
      expect(itemsAfter(asleep)).toEqual([]);
      const woken = await resume(test, await resume(test, asleep));
      vi.restoreAllMocks();
      expect(woken.status).toBe('success');
      expect(itemsAfter(woken, 'Failed')).toHaveLength(2);
      expect(itemsAfter(woken).map(({ json }) => json)).toEqual(Array(empty).fill({}));
    },
  );

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

  it('waits anew, with a deadline of its own, when a copy of the execution is run', async () => {
    service({ a: 1 });
    const test = workflow(['a'], { options: { timeLimitMinutes: 1 } });
    const first = await runWorkflow(test);
    const copy = await resume({ ...test, executionId: newExecutionId() }, first, 3_600_000);
    expect(itemsAfter(copy)[0]?.json).toMatchObject({ polls: 1, waitedSeconds: 0 });
  });

  it('sleeps twice in one workflow, once in each of two nodes', async () => {
    service({ a: 2 });
    const test = workflow(['a']);
    test.nodes.push({ ...test.nodes[1]!, id: 'second', name: 'Second' });
    test.nodes.find(({ name }) => name === 'Second')!.parameters = {
      taskId: "={{ $json.id + '2' }}",
      download: false,
    };
    test.connections = {
      ...test.connections,
      Wait: { main: [to('Second')] },
      Second: { main: [to('After')] },
    };
    nock.cleanAll();
    service({ a: 1, a2: 1 });
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
      for (const wake of ['timer', 'ring'] as const) {
        service({ a: 1 });
        const settings = { alwaysOutputData: true };
        const test = workflow(['a'], {}, { settings, executionOrder: order });
        const asleep = await runWorkflow(test);
        vi.setSystemTime(wake === 'timer' ? timerMsOf(asleep) : Date.now() + 30_000);
        const woken =
          wake === 'timer'
            ? await resumeByTimer(test, asleep)
            : (await resumeByRing(test, asleep)).run!;
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
