import type { INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { node, ourNode, to } from '../../engine/node.ts';
import { orderStore } from '../../engine/orderStore.ts';
import { newExecutionId, type TestRun } from '../../engine/runWorkflow.ts';
import { startAnew } from '../../engine/startAnew.ts';
import { testNode } from '../../engine/testNodes.ts';
import {
  beginPromises,
  idOf,
  itemsIn,
  jsonIn,
  nodeName,
  rememberingService,
  runToEnd,
  table,
} from '../../promises/scene.ts';

beginPromises();

const keyed = { options: { orderKey: '={{ $json.own }}' } };
const anew = (test: TestRun): TestRun => ({ ...test, executionId: newExecutionId() });

describe('what tells orders of one execution apart', () => {
  it('is the node: two of them behind one node order each their own', async () => {
    const service = rememberingService();
    const test = table(['A'], { parameters: { prompt: '={{ $json.prompt }} of the first' } });
    const prompt = '={{ $json.prompt }} of the second';
    test.nodes.push(ourNode('Second', 'createVideo', { prompt }));
    test.connections.Items = { main: [[...to(nodeName), ...to('Second')]] };
    test.connections.Second = { main: [to('Failed')] };
    const run = await runToEnd(test);
    expect(service.made.toSorted()).toEqual(['A of the first', 'A of the second']);
    const madeBy = (name: string) => itemsIn(run, name).map(({ json }) => json.id);
    expect(madeBy('After')).toEqual([idOf('A of the first')]);
    expect(madeBy('Failed')).toEqual([idOf('A of the second')]);
  });

  it('is the output that the rows come from: both branches of a node are ordered', async () => {
    const service = rememberingService();
    const test = table(['true', 'false']);
    const split = async (rows: INodeExecutionData[]) => [rows.slice(0, 1), rows.slice(1)];
    test.types = {
      ...test.types,
      'test.split': testNode('split', {}, (context) => split(context.getInputData()), {
        outputs: ['main', 'main'],
      }),
    };
    test.nodes.push(node('Split', 'test.split'));
    test.connections.Items = { main: [to('Split')] };
    test.connections.Split = { main: [to(nodeName), to(nodeName)] };
    const run = await runToEnd(test);
    expect(service.made.toSorted()).toEqual(['false', 'true']);
    const ids = jsonIn(run, 'After').map(({ id }) => id);
    expect(ids.toSorted()).toEqual([idOf('false'), idOf('true')]);
  });
});

describe('what tells orders of several executions apart', () => {
  it('is the key within a node: another node, or another workflow, orders its own', async () => {
    orderStore.clear();
    const service = rememberingService();
    const test = table(['A'], { parameters: keyed });
    const copied = structuredClone(test.nodes);
    copied[1]!.id = 'another node';
    await runToEnd(anew(test));
    await runToEnd(anew({ ...test, nodes: copied }));
    await runToEnd(anew({ ...test, workflowId: 'another' }));
    expect(service.made).toEqual(['A', 'A', 'A']);
    await runToEnd(anew(test));
    expect(service.made).toHaveLength(3);
  });

  it('is remembered through 10,000 keys that are ordered behind it', async () => {
    orderStore.clear();
    const service = rememberingService();
    const test = table(['A', 'B'], { parameters: keyed });
    await runToEnd(anew(test));
    // An order takes three at the most: a key, a worker's token, a place of the limit.
    const others = Array.from({ length: 3 * 9_990 }, (_, n) => `other ${n}`);
    orderStore.record('test Create Video', others);
    const one = table(['C'], { parameters: keyed });
    await runToEnd(anew(one));
    await runToEnd({ ...anew(test), types: startAnew() });
    expect(service.made).toEqual(['A', 'B', 'C']);
  });
});

describe('a row', () => {
  it('keeps what the service said only when it made its task', async () => {
    const create = (prompt: string) => ({
      status: 200,
      body: { id: idOf(prompt), status: 'pending', usage: { for: prompt } },
    });
    rememberingService({ create });
    const run = await runToEnd(table(['A', 'B']));
    expect(jsonIn(run, 'After').map(({ usage }) => usage)).toEqual([{ for: 'A' }, { for: 'B' }]);
  });
});
