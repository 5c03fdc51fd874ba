import { describe, expect, it } from 'vitest';
import { readExamples } from '../../playground/demo/seed.ts';

const example = (await readExamples()).find(({ id }) => id === 'vgRecovery000001')!;
type Json = Record<string, unknown>;
const items = (rows: Json[]) => rows.map((json) => ({ json }));

/** Runs the code of one of the workflow's Code nodes as n8n does, with what other nodes gave. */
function run(node: string, input: Json[], others: Record<string, Json[]>): Json[] {
  const code = String(example.nodes.find(({ name }) => name === node)!.parameters.jsCode);
  const from = (rows: Json[]) => ({ all: () => items(rows), first: () => items(rows)[0] });
  const body = new Function('$input', '$', '$workflow', code) as (...given: unknown[]) => unknown;
  const given = body(from(input), (name: string) => from(others[name] ?? []), {
    id: example.id,
  }) as { json: Json }[];
  return given.map(({ json }) => json);
}

const type = (name: string) => `n8n-nodes-videogen.${name}`;
const nodes = [
  { name: 'Order', type: 'n8n-nodes-base.webhook' },
  { name: 'Create Video', type: type('createVideo') },
  { name: 'Wait for Video', type: type('waitForVideo') },
  { name: 'Deliver', type: 'n8n-nodes-base.emailSend' },
];
const wire = (...names: string[]) =>
  Object.fromEntries(
    names.slice(0, -1).map((name, index) => [name, { main: [[{ node: names[index + 1] }]] }]),
  );
const one = [{ json: { id: 'task_1' } }];
const entry = (name: string, given: unknown[] = one, all: Json[] = nodes) => ({
  node: all.find((node) => node.name === name),
  data: { main: [given] },
});
const created = { 'Create Video': [{ data: { main: [one] } }] };

/** A crashed execution of Order, Create Video, Wait for Video, Deliver. */
const crashed = (stack: Json[], runData: Json, more: Json = {}, workflow: Json = {}) => ({
  id: '7',
  status: 'crashed',
  mode: 'webhook',
  workflowId: 'w',
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
  ...more,
});
const decide = (execution: Json, retries = 0) =>
  run('Decide', [execution], { Choose: [{ key: '7 #1', root: '7', retries }] })[0]!;

const batch = (count: number, more: Json = {}) => ({
  batches: {
    'pass 1': {
      items: Array.from({ length: count }, (_, index) => ({ taskId: `task_${index}` })),
      ...more,
    },
  },
});
const slept = (count: number, noted: number, more: Json = {}) => {
  const execution = crashed(
    [entry('Create Video', []), entry('Create Video', Array(count).fill({ json: {} }))],
    { Order: [{}] },
  );
  execution.data.executionData.contextData = { 'node:Create Video': batch(noted, more) };
  return execution;
};

describe('the decision about a crashed execution', () => {
  it('resumes what was killed after its task was created', () => {
    for (const name of ['Wait for Video', 'Deliver'])
      expect(decide(crashed([entry(name)], created))).toMatchObject({
        verdict: 'retry',
        tasks: 'task_1',
      });
  });

  it('never resumes one whose create request may have been under way', () => {
    const three = Array(3).fill({ json: {} });
    expect(decide(crashed([entry('Create Video', three)], { Order: [{}] }))).toMatchObject({
      verdict: 'lost',
      expected: '3',
    });
  });

  it('does not resume what n8n had only half put to sleep, because that would skip a node', () => {
    const asleep = (stack: Json[], lastNodeExecuted: string) => {
      const runData = { ...created, [lastNodeExecuted]: [{ data: { main: [one] } }] };
      const execution = crashed(stack, runData);
      Object.assign(execution.data, { waitTill: '2026-01-01T00:00:00.000Z' });
      Object.assign(execution.data.resultData, { lastNodeExecuted });
      return execution;
    };
    const half = { verdict: 'lost', tasks: 'task_1', passed: '', expected: '0' };
    expect(decide(asleep([entry('Wait for Video')], 'Wait for Video'))).toMatchObject(half);
    expect(decide(asleep([], 'Pause'))).toMatchObject(half);
    const whole = [entry('Wait for Video', []), entry('Wait for Video')];
    expect(decide(asleep(whole, 'Wait for Video')).verdict).toBe('retry');
    const pause = { name: 'Pause', type: 'n8n-nodes-base.wait' };
    const paused = [entry('Pause', one, [...nodes, pause])];
    expect(decide(asleep(paused, 'Pause')).verdict).toBe('retry');
  });

  it('tells the tasks that a node has yet to do something with from the others', () => {
    const two = [{ json: { id: 'task_1' } }, { json: { id: 'task_12' } }];
    const execution = crashed([entry('Create Video', [{ json: { id: 'task_12' } }])], {
      'Create Video': [{ data: { main: [two] } }],
    });
    expect(decide(execution)).toMatchObject({
      verdict: 'lost',
      tasks: 'task_12',
      passed: 'task_1',
      expected: '1',
    });
  });

  it('resumes Create Video that slept with every row noted, and no other', () => {
    expect(decide(slept(2, 2))).toMatchObject({ verdict: 'retry', tasks: 'task_0, task_1' });
    expect(decide(slept(2, 1)).verdict).toBe('lost');
    expect(decide(slept(2, 2, { isOver: true })).verdict).toBe('lost');
  });

  it('does not ask for a first video by itself', () => {
    expect(decide(crashed([entry('Order')], {}))).toMatchObject({
      verdict: 'person',
      reason: expect.stringContaining('nothing was charged'),
    });
  });

  it('resumes what goes on to another video only where n8n stores each step', () => {
    const again = [...nodes, { name: 'Create Another', type: type('createVideo') }];
    const connections = wire(...again.map(({ name }) => name));
    const workflow = { nodes: again, connections };
    const at = [entry('Wait for Video')];
    expect(decide(crashed(at, created, {}, workflow)).verdict).toBe('retry');
    expect(decide(crashed(at, created, {}, { ...workflow, settings: {} })).verdict).toBe('lost');
    expect(decide(crashed(at, created, {}, { settings: {} })).verdict).toBe('retry');
  });

  it('does not run a sub-workflow or an agent again that can create videos', () => {
    const call = { name: 'Call', type: 'n8n-nodes-base.executeWorkflow' };
    const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' };
    const tool = { name: 'Tool', type: type('createVideoTool') };
    const all = [...nodes, call, agent];
    const workflow = (more: Json[]) => ({ nodes: [...all, ...more] });
    const at = (name: string) => [entry(name, one, all)];
    expect(decide(crashed(at('Call'), created, {}, workflow([]))).verdict).toBe('lost');
    expect(decide(crashed(at('Agent'), created, {}, workflow([tool]))).verdict).toBe('lost');
    expect(decide(crashed(at('Agent'), created, {}, workflow([]))).verdict).toBe('retry');
  });

  it.each(['n8n-nodes-base.workflowTool', '@n8n/n8n-nodes-langchain.toolWorkflow'])(
    'does not run an agent again that can call a workflow, by %s',
    (toolType) => {
      const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' };
      const all = [...nodes, agent];
      const workflow = { nodes: [...all, { name: 'Tool', type: toolType }] };
      expect(decide(crashed([entry('Agent', one, all)], created, {}, workflow)).verdict).toBe(
        'lost',
      );
    },
  );

  it('does not resume what has another request ahead, unless n8n stores each step', () => {
    const more = { name: 'Create More', type: type('createVideo') };
    const all = [...nodes, more];
    const stack = [entry('Deliver'), entry('Create More', one, all)];
    expect(decide(crashed(stack, created, {}, { nodes: all })).verdict).toBe('retry');
    expect(decide(crashed(stack, created, {}, { nodes: all, settings: {} }))).toMatchObject({
      verdict: 'lost',
      tasks: 'task_1',
      expected: '1',
    });
  });

  it('does not count a node that is switched off', () => {
    const off = { name: 'Create Another', type: type('createVideo'), disabled: true };
    const all = [...nodes, off];
    const connections = wire(...all.map(({ name }) => name));
    const workflow = { nodes: all, connections, settings: {} };
    expect(decide(crashed([entry('Wait for Video')], created, {}, workflow)).verdict).toBe('retry');
  });

  it('does not resume what another workflow had called, because nobody would get its result', () => {
    const execution = (stack: Json[], settings: Json) =>
      crashed(stack, created, { mode: 'integrated' }, { settings });
    const saved = { saveExecutionProgress: true };
    const asking = [entry('Create Video')];
    const waiting = [entry('Wait for Video')];
    expect(decide(execution(waiting, saved))).toMatchObject({ verdict: 'lost', expected: '0' });
    expect(decide(execution(waiting, {}))).toMatchObject({ verdict: 'lost', expected: '' });
    expect(decide(execution(asking, saved))).toMatchObject({ verdict: 'lost', expected: '' });
  });

  it('looks for the videos of one whose data n8n has lost', () => {
    for (const status of ['error', 'crashed'])
      expect(decide(crashed([], {}, { status })).verdict).toBe('lost');
    expect(decide(crashed([], {}, { data: undefined })).verdict).toBe('lost');
  });

  it('leaves alone what failed by itself, was done, or has no video in it', () => {
    expect(decide(crashed([entry('Deliver')], created, { status: 'error' })).verdict).toBe('none');
    expect(decide(crashed([], { ...created, Deliver: [{}] })).verdict).toBe('none');
    expect(decide(crashed([], {}, {}, { nodes: nodes.slice(0, 1) }))).toMatchObject({
      verdict: 'noVideos',
      key: 'workflow w',
    });
  });

  it('leaves to a person what was run by hand, and what crashes again and again', () => {
    const at = [entry('Wait for Video')];
    expect(decide(crashed(at, created, { mode: 'manual' })).verdict).toBe('person');
    expect(decide(crashed(at, created), 4).verdict).toBe('retry');
    expect(decide(crashed(at, created), 5)).toMatchObject({
      verdict: 'person',
      reason: 'It was resumed 5 times and crashed each time.',
    });
  });
});

describe('a retry that n8n did not confirm', () => {
  const columns = example.nodes.find(({ name }) => name === 'Not Retried')!.parameters.columns;
  const { state } = (columns as { value: { state: string } }).value;
  const after = (error: Json): unknown =>
    (
      new Function('$json', `return ${state.slice('={{'.length, -'}}'.length)}`) as (
        j: Json,
      ) => unknown
    )({ error });

  it('is asked for again if the connection broke, unless the list shows that it began', () => {
    for (const message of ['connect ECONNREFUSED 127.0.0.1:5678', 'socket hang up'])
      expect(after({ message })).toBe('retry');
    const closed = 'The connection to the server was closed unexpectedly, perhaps it is offline.';
    expect(after({ message: closed, code: 'ECONNRESET' })).toBe('retry');
  });

  it('counts as begun when it only took long, and goes to a person when n8n refuses', () => {
    expect(after({ message: 'timeout of 20000ms exceeded', code: 'ECONNABORTED' })).toBe('retried');
    expect(after({ message: 'Not found', httpCode: '404' })).toBe('person');
  });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const settings = { api: 'http://n8n/api/v1', settleMinutes: 2, callMinutes: 30 };
const listed = (id: string, more: Json = {}) => ({
  id,
  status: 'crashed',
  workflowId: 'w',
  stoppedAt: minutesAgo(3),
  ...more,
});
const choose = (executions: Json[], remembered: Json[] = []) =>
  run('Choose', [], {
    'Your n8n': [settings],
    'List Executions': [{ data: executions }],
    Remembered: remembered,
  }).map(({ key }) => key);
const remembered = (state: string, more: Json = {}) => ({
  key: '1 #1',
  execution: '1',
  root: '1',
  state,
  updatedAt: minutesAgo(1),
  ...more,
});

describe('the choice of executions', () => {
  it('takes each that is lost once', () => {
    expect(choose([listed('1'), listed('2', { status: 'error' })])).toEqual(['1 #1', '2 #1']);
    for (const state of ['retry', 'retried', 'lost', 'told', 'person', 'none'])
      expect(choose([listed('1')], [remembered(state)])).toEqual([]);
  });

  it('leaves alone what somebody has retried, what may still be at work, and itself', () => {
    const running = { id: '2', status: 'running', retryOf: '1', workflowId: 'w' };
    expect(choose([listed('1'), running])).toEqual([]);
    expect(choose([listed('1', { retrySuccessId: '2' })])).toEqual([]);
    expect(choose([listed('1', { stoppedAt: minutesAgo(1) })])).toEqual([]);
    expect(choose([listed('1', { workflowId: example.id })])).toEqual([]);
  });

  it('tries again when n8n was killed before the retry was asked for', () => {
    const stuck = remembered('retry', { updatedAt: minutesAgo(11) });
    expect(choose([listed('1')], [stuck])).toEqual(['1 #2']);
    expect(choose([listed('1')], [remembered('')])).toEqual(['1 #1']);
  });

  it('passes over workflows that had no video nodes a moment ago', () => {
    const row = { key: 'workflow w', workflow: 'w', state: 'noVideos', updatedAt: minutesAgo(60) };
    expect(choose([listed('1')], [row])).toEqual([]);
    expect(choose([listed('1')], [{ ...row, updatedAt: minutesAgo(25 * 60) }])).toEqual(['1 #1']);
  });

  it('counts the retries of all that came of one execution', () => {
    // Of one, n8n was killed before it could note down that it had asked.
    const states = ['retried', 'retry', 'retried'];
    const rows = states.map((state, n) =>
      remembered(state, { key: `${n + 1} #1`, execution: `${n + 1}` }),
    );
    const chain = [listed('4', { retryOf: '3' }), listed('3', { retryOf: '1' })];
    const [chosen] = run('Choose', [], {
      'Your n8n': [settings],
      'List Executions': [{ data: chain }],
      Remembered: rows,
    });
    expect(chosen).toMatchObject({ id: '4', root: '1', retries: 3 });
  });
});

describe('the calls of lost executions', () => {
  const lost = {
    ...{ id: 1, key: '7 #1', execution: '7', root: '7', name: 'Videos', state: 'lost' },
    ...{ reason: 'R.', createdAt: minutesAgo(1) },
  };
  let calls = 0;
  const call = (task: string, label: string, state: string | null = null) => ({
    id: ++calls,
    task,
    label,
    state,
  });
  const match = (row: Json, given: Json[], more: Json[] = [], executions: Json[] = []) =>
    run('Match Calls', [], {
      'Your n8n': [settings],
      Remembered: [row, ...more],
      Calls: given,
      'List Executions': [{ data: executions }],
    });

  it('hands over what the service called about, and is done when that has happened', () => {
    const b = call('b', '7/2of2/y', 'handedOver');
    const other = call('c', '77/1of1');
    expect(match(lost, [call('a', '7/1of2/x'), b, other])).toMatchObject([
      { kind: 'call', task: 'a', label: '7/1of2/x' },
    ]);
    expect(match(lost, [call('a', '7/1of2/x', 'handing'), b])).toMatchObject([
      { kind: 'call', task: 'a' },
    ]);
    expect(match(lost, [call('a', '7/1of2/x', 'handedOver'), b, other])).toMatchObject([
      { kind: 'row', state: 'handedOver' },
    ]);
  });

  it('counts a call that came twice once', () => {
    const twice = [call('a', '7/1of2/x'), call('a', '7/1of2/x')];
    expect(match(lost, twice)).toMatchObject([{ kind: 'call', task: 'a', id: twice[0]!.id }]);
    const handed = [call('a', '7/1of2/x', 'handedOver'), call('a', '7/1of2/x')];
    expect(match(lost, handed)).toEqual([]);
  });

  it('knows the calls of an execution by the one that it goes on for', () => {
    const row = { ...lost, execution: '9', root: '5' };
    const between = { ...row, id: 2, key: '7 #1', execution: '7', state: 'retried' };
    const [first, second, third] = ['5/1of1', '7/1of1', '8/1of1'].map((label) =>
      call(label, label),
    );
    const listedOnly = listed('9', { retryOf: '8' });
    expect(
      match(row, [first!, second!, third!], [between], [listedOnly]).map(({ task }) => task),
    ).toEqual(['5/1of1', '7/1of1', '8/1of1']);
    expect(match(row, [call('x', '6/1of1')], [between])).toEqual([]);
  });

  it('waits for the videos that n8n does not know, whatever it knows besides', () => {
    const row = { ...lost, tasks: 'a', passed: 'p', expected: '1' };
    const known = call('a', '7/1of1/x', 'handedOver');
    const passed = call('p', '7/1of1/x');
    expect(match(row, [known, passed])).toEqual([]);
    expect(match(row, [known, passed, call('b', '7/1of1/y', 'handedOver')])).toMatchObject([
      { kind: 'row', state: 'handedOver' },
    ]);
  });

  it('asks for the videos that n8n knows and nobody called about, for a day', () => {
    const row = { ...lost, tasks: 'a, b', expected: '0' };
    const looks = [{ kind: 'look', task: 'b', execution: '7' }];
    const handed = [call('a', '7/1of2/x', 'handedOver')];
    expect(match(row, handed)).toEqual(looks);
    expect(match({ ...row, state: 'told', createdAt: minutesAgo(90) }, handed)).toEqual(looks);
    expect(match({ ...row, state: 'told', createdAt: minutesAgo(1500) }, handed)).toEqual([]);
    const found = [...handed, call('b', '7/', 'handedOver')];
    expect(match(row, found)).toMatchObject([{ kind: 'row', state: 'handedOver' }]);
  });

  it('tells a person when calls are missing for too long, and of how many came', () => {
    const row = { ...lost, createdAt: minutesAgo(31), expected: '3' };
    expect(match({ ...row, createdAt: minutesAgo(1) }, [])).toEqual([]);
    const [, told] = match(row, [call('a', '7/1of3/x')]);
    expect(told).toMatchObject({ state: 'told', tell: true });
    expect(told!.reason).toMatch(/^R\. The service called about 1 of its videos/);
  });

  it('hands over what comes after a person was told', () => {
    const row = { ...lost, state: 'told', createdAt: minutesAgo(99) };
    expect(match(row, [call('a', '7/1of1/x')])).toMatchObject([{ kind: 'call', task: 'a' }]);
  });
});
