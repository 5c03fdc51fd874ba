import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../playground/demo/seed.ts';
import { runCode, type Json } from '../runCode.ts';

const example = (await readExamples()).find(({ id }) => id === 'vgRecovery000001')!;

const type = (name: string) => `n8n-nodes-videogen.${name}`;
const nodes = [
  { name: 'Order', type: 'n8n-nodes-base.webhook' },
  { name: 'Create Video', type: type('createVideo') },
  { name: 'Wait for Video', type: type('waitForVideo') },
  { name: 'Deliver', type: 'n8n-nodes-base.emailSend' },
];
const more = { name: 'Create More', type: type('createVideo') };
const call = { name: 'Call', type: 'n8n-nodes-base.executeWorkflow' };
const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' };
const pause = { name: 'Pause', type: 'n8n-nodes-base.wait' };
const wire = (...names: string[]) =>
  Object.fromEntries(
    names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1] }]] }]),
  );
const given = [{ json: { id: 'task_1' } }];
/** What n8n was about to do. */
const entry = (name: string, items: unknown[] = given) => ({
  node: [...nodes, more, call, agent, pause].find((node) => node.name === name),
  data: { main: [items] },
});
const created = { 'Create Video': [{ data: { main: [given] } }] };

/** A crashed execution of Order, Create Video, Wait for Video, Deliver. */
const crashed = (stack: Json[], runData: Json = created, workflow: Json = {}, own: Json = {}) => ({
  ...{ id: '7', status: 'crashed', mode: 'webhook', workflowId: 'w' },
  workflowData: {
    name: 'Videos',
    nodes,
    connections: wire('Order', 'Create Video', 'Wait for Video', 'Deliver'),
    settings: { saveExecutionProgress: true },
    ...workflow,
  },
  data: {
    resultData: { runData },
    executionData: { nodeExecutionStack: stack, contextData: {} },
  },
  ...own,
});

/** One that n8n had put to sleep, or half of it, at a node. */
function asleep(stack: Json[], lastNodeExecuted: string) {
  const runData = { ...created, [lastNodeExecuted]: [{ data: { main: [given] } }] };
  const execution = crashed(stack, runData);
  Object.assign(execution.data, { waitTill: '2026-01-01T00:00:00.000Z' });
  Object.assign(execution.data.resultData, { lastNodeExecuted });
  return execution;
}

/** One whose Create Video slept with some of its rows noted. */
function slept(count: number, noted: number, state = 'waiting') {
  const rows = Array.from({ length: noted }, (_, index) => [
    index,
    { result: { kind: 'accepted', task: { id: `task_${index}` } } },
  ]);
  const passes = { 'pass 1': { state, rows: Object.fromEntries(rows) as Json } };
  const items = Array(count).fill({ json: {} });
  const stack = [entry('Create Video', []), entry('Create Video', items)];
  const execution = crashed(stack, { Order: [{}] });
  execution.data.executionData.contextData = { 'node:Create Video': { orders: { passes } } };
  return execution;
}

const waiting = [entry('Wait for Video')];
const unsaved = { settings: {} };
const withMore = { nodes: [...nodes, more] };
const anotherAhead = { ...withMore, connections: wire(...withMore.nodes.map(({ name }) => name)) };
const twoToDo = [entry('Deliver'), entry('Create More')];
const withAgent = (...tools: Json[]) => ({ nodes: [...nodes, agent, ...tools] });
const integrated = { mode: 'integrated' };

describe('the decision about a crashed execution', () => {
  const decide = (execution: Json, retries = 0) =>
    runCode(example, 'Decide', [execution], {
      Choose: [{ key: '7 #1', root: '7', retries }],
      Remembered: [],
    });

  it.each<[string, Json, Json]>([
    ['retry: killed after its task was created', crashed(waiting), { tasks: 'task_1' }],
    ['retry: killed behind the wait', crashed([entry('Deliver')]), { tasks: 'task_1' }],
    [
      'lost: its create request may have been under way',
      crashed([entry('Create Video', Array(3).fill({ json: {} }))], { Order: [{}] }),
      { expected: '3' },
    ],
    [
      'lost: half asleep, and a retry would skip a node',
      asleep([], 'Pause'),
      { tasks: 'task_1', passed: '', expected: '0' },
    ],
    // Ours lies there twice, in front without items, before n8n adds it once more.
    [
      'retry: asleep in our wait',
      asleep([entry('Wait for Video', []), ...waiting], 'Wait for Video'),
      {},
    ],
    ['retry: asleep in n8n’s own wait', asleep([entry('Pause')], 'Pause'), {}],
    ['retry: slept with every row noted', slept(2, 2), { tasks: 'task_0, task_1' }],
    ['lost: slept with a row that is not noted', slept(2, 1), {}],
    ['lost: its pass was over', slept(2, 2, 'over'), {}],
    [
      'person: no video was asked for yet',
      crashed([entry('Order')], {}),
      { reason: expect.stringContaining('nothing was charged') },
    ],
    [
      'retry: goes on to another video, each step stored',
      crashed(waiting, created, anotherAhead),
      {},
    ],
    [
      'lost: goes on to another video, steps not stored',
      crashed(waiting, created, { ...anotherAhead, ...unsaved }),
      {},
    ],
    ['retry: no other video ahead, steps not stored', crashed(waiting, created, unsaved), {}],
    [
      'lost: at a sub-workflow, which may create videos',
      crashed([entry('Call')], created, { nodes: [...nodes, call] }),
      {},
    ],
    ['retry: at an agent without a tool', crashed([entry('Agent')], created, withAgent()), {}],
    ...['n8n-nodes-videogen.createVideoTool', 'n8n-nodes-base.workflowTool']
      .concat('@n8n/n8n-nodes-langchain.toolWorkflow')
      .map((tool): [string, Json, Json] => [
        `lost: at an agent that has ${tool}`,
        crashed([entry('Agent')], created, withAgent({ name: 'Tool', type: tool })),
        {},
      ]),
    ['retry: another request to do, each step stored', crashed(twoToDo, created, withMore), {}],
    [
      'lost: another request to do, steps not stored',
      crashed(twoToDo, created, { ...withMore, ...unsaved }),
      { tasks: 'task_1', expected: '1' },
    ],
    [
      'lost: called by another workflow, which would get no result',
      crashed(waiting, created, {}, integrated),
      { expected: '0' },
    ],
    [
      'lost: called, steps not stored',
      crashed(waiting, created, unsaved, integrated),
      { expected: '' },
    ],
    [
      'lost: called, and killed while it asked',
      crashed([entry('Create Video')], created, {}, integrated),
      { expected: '' },
    ],
    ['none: failed by itself', crashed([entry('Deliver')], created, {}, { status: 'error' }), {}],
    ['none: done', crashed([], { ...created, Deliver: [{}] }), {}],
    [
      'noVideos: of a workflow without any',
      crashed([], {}, { nodes: nodes.slice(0, 1) }),
      { key: 'workflow w' },
    ],
    ['person: run by hand', crashed(waiting, created, {}, { mode: 'manual' }), {}],
  ])('is %s', (what, execution, decision) => {
    expect(decide(execution)).toMatchObject([{ verdict: what.split(':')[0], ...decision }]);
  });

  it('is left to a person when it crashes again and again', () => {
    expect(decide(crashed(waiting), 4)).toMatchObject([{ verdict: 'retry' }]);
    expect(decide(crashed(waiting), 5)).toMatchObject([
      { verdict: 'person', reason: 'It was resumed 5 times and crashed each time.' },
    ]);
  });

  it.each(['new', 'running', 'waiting', 'success'])('is none where n8n went on: %s', (status) => {
    expect(decide(crashed([entry('Deliver')], created, {}, { status }))).toEqual([]);
  });
});
