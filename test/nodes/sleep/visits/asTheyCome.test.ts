import type { INodeType, NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { node, to } from '../../../engine/node.ts';
import { runWorkflow } from '../../../engine/runWorkflow.ts';
import { forgetEarlierTimers, resumeByRing } from '../../../engine/sleeping.ts';
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

describe('items that go as they come', () => {
  const options = { release: 'asTheyCome' };

  it('leave as soon as they are finished, each once and linked to where it came from', async () => {
    const asked = service({ a: 2, b: 0, c: 1 });
    const test = workflow(['a', 'b', 'c'], { options });
    const expression = "={{ $('Items').item.json.n }}";
    test.nodes.push(node('Linked', 'test.set', { parameters: { value: expression } }));
    test.connections = {
      ...test.connections,
      Wait: { main: [[...to('After'), ...to('Linked')]] },
    };
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    expect(idsAfter(run)).toEqual(['b']);
    run = await resume(test, run);
    expect(idsAfter(run)).toEqual(['b', 'c']);
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(idsAfter(run)).toEqual(['b', 'c', 'a']);
    expect(itemsAfter(run, 'Linked').map(({ json }) => json.value)).toEqual([1, 2, 0]);
    expect(asked.requests).toHaveLength(6);
  });

  it('keep a failure that stops the workflow until the last has ended', async () => {
    const asked = new Map<string, number>();
    fakeService(({ path }) => {
      const nth = asked.get(path) ?? 0;
      asked.set(path, nth + 1);
      if (path.endsWith('bad')) return { status: 200, body: { status: 'failed' } };
      return nth === 0 || path.endsWith('slow') ? pending : done('good');
    });
    const test = workflow(['bad', 'good', 'slow'], { options });
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    run = await resume(test, run);
    expect(run.status).toBe('waiting');
    expect(idsAfter(run)).toEqual(['good']);
  });

  it('are named by a node behind it that fails and ends the execution', async () => {
    const asked = new Map<string, number>();
    fakeService(({ path }) => {
      const id = path.split('/').at(-1)!;
      const nth = asked.get(id) ?? 0;
      asked.set(id, nth + 1);
      if (id === 'quick' && nth > 0) return { status: 200, body: { status: 'failed' } };
      return id === 'quick' ? done('quick') : pending;
    });
    const test = workflow(['quick', 'slow'], { options });
    test.nodes.push({ ...test.nodes[1]!, id: 'Again', name: 'Again' });
    test.connections = { ...test.connections, Wait: { main: [to('Again')] } };
    const run = await runWorkflow(test);
    expect(run.status).toBe('error');
    const { message, description } = run.data.resultData.error as NodeApiError;
    expect(message).toBe('Task quick failed');
    expect(description).toMatch(
      /This execution was also waiting for tasks in another branch: slow\. They may be charged; get them with Wait for Video\.$/,
    );
  });

  it('leave once, where n8n throws them away and tries again because the first has failed', async () => {
    const asked = new Map<string, number>();
    fakeService(({ path }) => {
      const nth = asked.get(path) ?? 0;
      asked.set(path, nth + 1);
      if (path.endsWith('bad')) return { status: 200, body: { status: 'failed' } };
      return path.endsWith('slow') && nth < 4 ? pending : done(path.split('/').at(-1)!);
    });
    const settings = {
      onError: 'continueRegularOutput' as const,
      retryOnFail: true,
      maxTries: 2,
      waitBetweenTries: 1,
    };
    const test = workflow(['bad', 'good', 'slow'], { options }, { settings });
    let run = await runWorkflow(test);
    expect(run.status).toBe('waiting');
    expect(itemsAfter(run).map(({ json }) => json.id ?? json.error)).toEqual([
      'Task bad failed',
      'good',
    ]);
    for (let visits = 0; run.status === 'waiting' && visits < 5; visits++)
      run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(itemsAfter(run).map(({ json }) => json.id ?? json.error)).toEqual([
      'Task bad failed',
      'good',
      'slow',
    ]);
  });

  it('wait no longer than their time limit, where n8n tries again because the first has failed', async () => {
    const asked = fakeService(() => ({ status: 404, body: {} }));
    const settings = {
      onError: 'continueRegularOutput' as const,
      retryOnFail: true,
      maxTries: 3,
      waitBetweenTries: 1,
    };
    const test = workflow(
      ['a', 'b'],
      { options: { timeLimitMinutes: 10, ...options } },
      { settings },
    );
    let run = await runWorkflow(test);
    // From here on they end in turns.
    run = (await resumeByRing(test, run, { id: 'a' })).run!;
    for (let visits = 0; run.status === 'waiting' && visits < 20; visits++) {
      forgetEarlierTimers(run);
      run = await resume(test, run);
    }
    expect(run.status).toBe('success');
    expect(itemsAfter(run)).toHaveLength(2);
    expect(asked.requests.length).toBeLessThan(20);
  });

  it('leave once where a loop brings the next items before the last ones have left', async () => {
    service({ a0: 0, b0: 2, a1: 0, b1: 1 });
    const test = workflow(['a', 'b'], { options, taskId: '={{ $json.id + $json.round }}' });
    test.nodes.push(node('Rounds', 'test.rounds'));
    const rounds: INodeType = {
      description: {
        displayName: 'Rounds',
        name: 'rounds',
        group: ['transform'],
        version: 1,
        description: 'Brings both items a second time after the first item of the first round',
        defaults: { name: 'Rounds' },
        inputs: ['main'],
        outputs: ['main', 'main'],
        properties: [],
      },
      async execute() {
        const items = this.getInputData();
        const isFirst = items.some(({ json }) => json.id === 'a0');
        const next = ['a', 'b'].map((id, n) => ({
          json: { id, round: 1 },
          pairedItem: { item: Math.min(n, items.length - 1) },
        }));
        return [isFirst ? next : [], items];
      },
    };
    test.nodes[0]!.parameters.items = ['a', 'b'].map((id) => ({ json: { id, round: 0 } })) as never;
    test.connections = {
      ...test.connections,
      Wait: { main: [to('Rounds')] },
      Rounds: { main: [to('Wait'), to('After')] },
    };
    let run = await runWorkflow({ ...test, types: { 'test.rounds': rounds } });
    for (let visits = 0; run.status === 'waiting' && visits < 6; visits++)
      run = await resume(test, run);
    expect(run.data.resultData.error).toBeUndefined();
    expect(run.status).toBe('success');
    expect(idsAfter(run).toSorted()).toEqual(['a0', 'a1', 'b0', 'b1']);
  });

  it('leave together inside a loop, which would hand the same ones on again in each round', async () => {
    service({ a: 0, b: 2, c: 0, d: 1 });
    const test = workflow(['a', 'b', 'c', 'd'], { options });
    const handedOn: string[] = [];
    // As n8n's own node does it: two at a time to the loop, and all that came back when it is done.
    const inBatches: INodeType = {
      description: {
        displayName: 'Loop',
        name: 'loop',
        group: ['transform'],
        version: 1,
        description: 'Two items at a time',
        defaults: { name: 'Loop' },
        inputs: ['main'],
        outputs: ['main', 'main'],
        properties: [],
      },
      async execute() {
        const context = this.getContext('node') as { left?: string[]; done?: string[] };
        const ids = this.getInputData().map(({ json }) => String(json.id));
        if (context.left === undefined) Object.assign(context, { left: ids, done: [] });
        else context.done!.push(...ids);
        const batch = context.left!.splice(0, 2);
        const items = (these: string[]) => these.map((id) => ({ json: { id }, pairedItem: 0 }));
        if (batch.length > 0) return [[], items(batch)];
        handedOn.push(...context.done!);
        return [items(context.done!), []];
      },
    };
    test.nodes.push(node('Loop', 'test.loop'));
    test.connections = {
      Items: { main: [to('Loop')] },
      Loop: { main: [to('After'), to('Wait')] },
      Wait: { main: [to('Loop')] },
    };
    let run = await runWorkflow({ ...test, types: { 'test.loop': inBatches } });
    for (let visits = 0; run.status === 'waiting' && visits < 6; visits++)
      run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(handedOn).toEqual(['a', 'b', 'c', 'd']);
    const hints = run.data.resultData.runData.Wait!.flatMap((one) => one.hints ?? []);
    expect(hints.map(({ message }) => message).join()).toContain('inside a loop');
  });

  it('leave together in n8n’s old execution order, where an error of one would lose the others', async () => {
    service({ a: 0, b: 1 });
    const test = workflow(['a', 'b'], { options }, { executionOrder: 'v0' });
    let run = await runWorkflow(test);
    expect(runsOf(run, 'After')).toEqual([]);
    run = await resume(test, run);
    expect(run.status).toBe('success');
    expect(idsAfter(run)).toEqual(['a', 'b']);
  });
});
