import { createRequire } from 'node:module';
import type * as workflowModule from 'n8n-workflow';
import type { IConnections, IDataObject, INode, IRun } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readExamples } from '../../playground/demo/seed.ts';
import { baseNodes, type Surroundings } from '../engine/baseNodes.ts';
import { Tables } from '../engine/dataTables.ts';
import { fakeService, type Reply } from '../engine/fakeService.ts';
import { testCredential } from '../engine/runNode.ts';
import { runWorkflow } from '../engine/runWorkflow.ts';

const require = createRequire(import.meta.url);
const { createRunExecutionData } = require('n8n-workflow') as typeof workflowModule;
const examples = await readExamples();

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** Runs an example in n8n's engine from one of its triggers. */
async function run(
  id: string,
  trigger: string,
  surroundings: Surroundings,
  json: IDataObject = {},
): Promise<IRun> {
  const example = examples.find((one) => one.id === id)!;
  const nodes = (structuredClone(example.nodes) as unknown as INode[])
    .filter(({ type }) => !type.endsWith('.stickyNote'))
    .map((node) => ({ ...node, credentials: { videoGenApi: { id: '1', name: 'test' } } }));
  const node = nodes.find(({ name }) => name === trigger)!;
  const entry = { node, data: { main: [[{ json }]] }, source: null };
  const done = await runWorkflow({
    nodes,
    connections: example.connections as IConnections,
    credential: testCredential,
    workflowId: id,
    types: baseNodes(nodes, surroundings),
    resumeFrom: createRunExecutionData({ executionData: { nodeExecutionStack: [entry] } }),
  });
  expect(done.data.resultData.error).toBeUndefined();
  return done;
}

const itemsOf = ({ data }: IRun, name: string) =>
  (data.resultData.runData[name] ?? []).flatMap((one) => one.data?.main?.[0] ?? []);

/** Holds executions at a node until so many of them are there. */
function meetAt(place: string, count: number): NonNullable<Surroundings['before']> {
  let here = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => (open = resolve));
  return async (name) => {
    if (name !== place) return;
    here += 1;
    if (here >= count) open();
    await all;
  };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the workflow that brings lost executions home', () => {
  const id = 'vgRecovery000001';
  const waiting = { name: 'Wait for Video', type: 'n8n-nodes-videogen.waitForVideo' };
  const made = [{ json: { id: 'task_1' } }];
  const stoppedAt = minutesAgo(5).toISOString();
  const crashed = { id: '7', status: 'crashed', workflowId: 'w', mode: 'webhook', stoppedAt };
  const stored = {
    ...crashed,
    workflowData: { name: 'Videos', nodes: [waiting], connections: {}, settings: {} },
    data: {
      resultData: { runData: { Order: [{ data: { main: [made] } }] } },
      executionData: {
        nodeExecutionStack: [{ node: waiting, data: { main: [made] } }],
        contextData: {},
      },
    },
  };

  /** An n8n with one execution that crashed while it waited for its video. */
  function world(before?: Surroundings['before']) {
    const tables = new Tables();
    const states = () => tables.of('videogen_recovery').rows.map(({ state }) => state);
    const retries: Array<{ url: string; body: unknown; states: unknown[] }> = [];
    const answer: Surroundings['answer'] = ({ method, url, query, body }) => {
      if (method === 'POST') retries.push({ url, body, states: states() });
      if (method === 'POST') return {};
      if (!url.endsWith('/executions')) return stored;
      return { data: query.status === 'crashed' ? [crashed] : [] };
    };
    return { tables, states, retries, answer, ...(before && { before }) };
  }
  const pass = async (surroundings: Surroundings) => await run(id, 'Every Minute', surroundings);

  it('claims an execution before it resumes it, as it was saved then, and only once', async () => {
    const n8n = world();
    await pass(n8n);
    await pass(n8n);
    expect(n8n.retries).toEqual([
      {
        url: 'https://your-n8n.example/api/v1/executions/7/retry',
        body: { loadWorkflow: false },
        states: ['retry'],
      },
    ]);
    expect(n8n.states()).toEqual(['retried']);
  });

  it.each(['Write It Down', 'Claim'])(
    'resumes it once where two passes meet at %s',
    async (place) => {
      const n8n = world(meetAt(place, 2));
      await Promise.all([pass(n8n), pass(n8n)]);
      expect(n8n.retries).toHaveLength(1);
    },
  );

  it('hands a video over once where two passes meet, and again where n8n was killed at it', async () => {
    const n8n = world(meetAt('Claim the Call', 2));
    const [row] = n8n.tables.of('videogen_recovery').insert({
      ...{ key: '7 #1', execution: '7', root: '7', name: 'Videos', state: 'lost', expected: '1' },
    });
    const noted = { task: 'task_1', label: '7/1of1/order 5', status: 'completed', video: 'v' };
    n8n.tables.of('videogen_calls').insert(noted, minutesAgo(2));
    const both = await Promise.all([pass(n8n), pass(n8n)]);
    const handed = both.flatMap((one) => itemsOf(one, 'Hand Over (Replace Me)'));
    expect(handed.map(({ json }) => json.task)).toEqual(['task_1']);
    await pass(n8n);
    expect(n8n.tables.of('videogen_recovery').rows).toMatchObject([
      { id: row!.id, state: 'handedOver' },
    ]);

    const killed = world();
    killed.tables.of('videogen_recovery').insert({ ...row, state: 'lost' });
    killed.tables.of('videogen_calls').insert({ ...noted, state: 'handing' }, minutesAgo(2));
    expect(itemsOf(await pass(killed), 'Hand Over (Replace Me)')).toHaveLength(1);
  });

  it('hands over a video that it had noted before n8n wrote over its execution', async () => {
    const { requests } = fakeService(() => ({
      status: 200,
      body: { status: 'completed', results: ['https://files.test/1.mp4'] },
    }));
    const n8n = world();
    const create = { name: 'Create Video', type: 'n8n-nodes-videogen.createVideo' };
    const workflowData = { ...stored.workflowData, nodes: [create, waiting] };
    const runData = { 'Create Video': [{ data: { main: [made] } }] };
    let now: object = {
      ...{ ...stored, workflowData, status: 'running' },
      data: { ...stored.data, resultData: { runData } },
    };
    n8n.answer = ({ url, query }) => {
      if (!url.endsWith('/executions')) return now as IDataObject;
      return { data: (now as typeof crashed).status === query.status ? [now as IDataObject] : [] };
    };
    await pass(n8n);
    expect(n8n.states()).toEqual(['noted']);
    const emptied = { resultData: { runData: {} }, executionData: { nodeExecutionStack: [] } };
    now = { ...now, status: 'error', stoppedAt, data: emptied };
    const handed: unknown[] = [];
    for (let passes = 0; passes < 4; passes++) {
      const done = await pass(n8n);
      handed.push(...itemsOf(done, 'Hand Over (Replace Me)').map(({ json }) => json.task));
      for (const row of n8n.tables.of('videogen_calls').rows)
        row.updatedAt = minutesAgo(2).toISOString();
    }
    expect(handed).toEqual(['task_1']);
    expect(requests).toHaveLength(1);
    expect(n8n.states()).toEqual(['noted', 'handedOver']);
  });

  it.each([
    { name: 'n8n ended at its time limit', executionTimeout: 600, handed: ['task_1'] },
    { name: 'a person stopped before that', executionTimeout: 1_200, handed: [] },
    { name: 'a person stopped, where there is no limit', executionTimeout: -1, handed: [] },
  ])('hands over the videos of what $name: $handed', async ({ executionTimeout, handed }) => {
    fakeService(() => ({
      status: 200,
      body: { status: 'completed', results: ['https://files.test/1.mp4'] },
    }));
    const n8n = world();
    const create = { name: 'Create Video', type: 'n8n-nodes-videogen.createVideo' };
    const canceled = {
      ...{ ...stored, status: 'canceled', startedAt: minutesAgo(20).toISOString() },
      workflowData: {
        ...stored.workflowData,
        ...{ nodes: [create, waiting], settings: { executionTimeout } },
      },
      data: {
        ...stored.data,
        resultData: { runData: { 'Create Video': [{ data: { main: [made] } }] } },
      },
    };
    n8n.answer = ({ url, query }) => {
      if (!url.endsWith('/executions')) return canceled as never;
      return { data: query.status === 'canceled' ? [canceled as never] : [] };
    };
    const got: unknown[] = [];
    for (let passes = 0; passes < 4; passes++) {
      got.push(...itemsOf(await pass(n8n), 'Hand Over (Replace Me)').map(({ json }) => json.task));
      for (const row of n8n.tables.of('videogen_calls').rows)
        row.updatedAt = minutesAgo(2).toISOString();
    }
    expect(got).toEqual(handed);
    expect(n8n.retries).toEqual([]);
  });
});

describe('the durable pipeline', () => {
  const id = 'vgPipeline000001';

  /** An n8n whose table of orders is seen with each create request. */
  function world(
    before?: Surroundings['before'],
    answer: Reply = { status: 200, body: { id: 'task_1', status: 'pending' } },
  ) {
    const tables = new Tables();
    const orders = tables.of('videogen_orders');
    const asked: unknown[] = [];
    const service = fakeService(({ method }) => {
      if (method === 'POST') asked.push(orders.rows.map(({ state }) => state));
      return answer;
    });
    return { tables, orders, asked, service, ...(before && { before }) };
  }
  const order = async (surroundings: Surroundings, prompt = 'A boat') =>
    await run(id, 'An Order', surroundings, { body: { order: '5', prompt } });
  const sweep = async (surroundings: Surroundings) => await run(id, 'Every Minute', surroundings);

  it('notes down that it asks before it asks, and the task after it', async () => {
    const n8n = world();
    await order(n8n);
    expect(n8n.asked).toEqual([['creating']]);
    expect(n8n.orders.rows).toMatchObject([{ order: '5', state: 'waiting', task: 'task_1' }]);
  });

  it('asks once for an order that comes often, at once and later', async () => {
    const n8n = world(meetAt('Only Once', 5));
    await Promise.all(Array.from({ length: 5 }, () => order(n8n)));
    await order(n8n, 'Another text');
    for (const state of ['ordered', 'creating', 'finished', 'delivered', 'failed', 'unclear']) {
      n8n.orders.rows[0]!.state = state;
      await order(n8n);
    }
    expect(n8n.asked).toHaveLength(1);
    expect(n8n.orders.rows).toMatchObject([{ order: '5', prompt: 'A boat', state: 'unclear' }]);
  });

  it('asks once for an order that was never sent, where two sweeps meet', async () => {
    const n8n = world(meetAt('Mark as Creating', 2));
    n8n.orders.insert({ order: '5', prompt: 'A boat', state: 'ordered' }, minutesAgo(3));
    await Promise.all([sweep(n8n), sweep(n8n)]);
    expect(n8n.asked).toEqual([['creating']]);
  });

  it('never asks again for one whose request was under way, and tells a person in the end', async () => {
    const n8n = world();
    n8n.orders.insert({ order: 'young', prompt: 'A', state: 'creating' }, minutesAgo(29));
    n8n.orders.insert({ order: 'old', prompt: 'B', state: 'creating' }, minutesAgo(31));
    const swept = await sweep(n8n);
    expect(n8n.service.requests).toEqual([]);
    expect(n8n.orders.rows.map(({ state }) => state)).toEqual(['creating', 'unclear']);
    expect(itemsOf(swept, 'Tell a Person (Replace Me)').map(({ json }) => json.order)).toEqual([
      'old',
    ]);
  });

  it.each<[string, Reply, object]>([
    ['nobody knows', { breakWith: 'ECONNRESET' }, { state: 'creating', tell: false }],
    ['the service had a fault', { status: 500 }, { state: 'creating', tell: false }],
    ['it was refused', { status: 422 }, { state: 'failed', tell: true }],
  ])('orders anew only what certainly was not made: %s', async (_, answer, row) => {
    const n8n = world(undefined, answer);
    await order(n8n);
    expect(n8n.orders.rows).toMatchObject([{ order: '5', ...row }]);
    expect(n8n.asked).toHaveLength(1);
  });

  it('keeps the ID where only that came through', async () => {
    const body = '{"id": "task_9", "status": "pen';
    const n8n = world(undefined, { status: 200, body });
    await order(n8n);
    expect(n8n.orders.rows).toMatchObject([{ order: '5', state: 'waiting', task: 'task_9' }]);
  });
});
