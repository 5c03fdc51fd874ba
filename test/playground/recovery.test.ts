import type { IRun } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../playground/demo/seed.ts';
import type { TestRun } from '../engine/runWorkflow.ts';
import {
  beginPromises,
  idOf,
  killAfter,
  promptsOf,
  rememberingService,
  runUntilKilled,
  table,
  untilOrdered,
} from '../promises/scene.ts';
import { runCode, type Json } from './runCode.ts';

const example = (await readExamples()).find(({ id }) => id === 'vgRecovery000001')!;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('the choice of lost executions', () => {
  const listed = (id: string, more: Json = {}) => ({
    ...{ id, status: 'crashed', workflowId: 'w', stoppedAt: minutesAgo(3), ...more },
  });
  const row = (state: string, more: Json = {}) => ({
    ...{ key: '1 #1', execution: '1', root: '1', state, updatedAt: minutesAgo(1), ...more },
  });
  const choose = (executions: Json[], remembered: Json[] = []) =>
    runCode(example, 'Choose', [], {
      'Your n8n': [{ api: 'http://n8n/api/v1', settleMinutes: 2, callMinutes: 30 }],
      'List Executions': [{ data: executions }],
      Remembered: remembered,
    });
  const own = (mode: string) => ({ workflowId: example.id, mode });
  const stuck = row('retry', { updatedAt: minutesAgo(11) });
  const seen = row('noted', { key: '2 noted', execution: '2' });

  it.each<[string, Json, Json[], string[]]>([
    ['takes what crashed', {}, [], ['1 #1']],
    ['takes what was canceled', { status: 'canceled' }, [], ['1 #1']],
    ['takes none that it has dealt with', {}, [row('told')], []],
    ['takes none that was retried', { retrySuccessId: '2' }, [], []],
    ['takes none that may still be at work', { stoppedAt: minutesAgo(1) }, [], []],
    ['takes a call of the service that was killed', own('webhook'), [], ['1 #1']],
    ['takes none of its own passes', own('trigger'), [], []],
    ['tries again when its retry was never asked for', {}, [stuck], ['1 #2']],
    ['does not try again what was seen to run since', {}, [stuck, seen], []],
  ])('%s', (_, more, remembered, keys) => {
    expect(choose([listed('1', more)], remembered).map(({ key }) => key)).toEqual(keys);
  });

  it('counts the retries of all that came of one execution', () => {
    const rows = ['retried', 'retry'].map((state, n) => row(state, { execution: `${n + 1}` }));
    const chain = [listed('3', { retryOf: '2' }), listed('2', { retryOf: '1' })];
    expect(choose(chain, rows)).toMatchObject([{ id: '3', root: '1', retries: 2 }]);
  });
});

describe('the decision about a lost execution', () => {
  const own = (name: string) => `n8n-nodes-video-generation.${name}`;
  const nodes = [
    { name: 'Order', type: 'n8n-nodes-base.webhook' },
    { name: 'Create Video', type: own('createVideo') },
    { name: 'Wait for Video', type: own('waitForVideo') },
    { name: 'Deliver', type: 'n8n-nodes-base.emailSend' },
  ];
  const again = { name: 'Create Another', type: own('createVideo') };
  const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent' };
  const call = { name: 'Call', type: 'n8n-nodes-base.executeWorkflow' };
  const toolOf = (name: string) => [...nodes, agent, { name: 'Tool', type: own(`${name}Tool`) }];
  const one = [{ json: { id: 'task_1' } }];
  const created = { 'Create Video': [{ data: { main: [one] } }] };
  const entry = (name: string, items: unknown[] = one) => ({
    node: [...nodes, again, agent, call].find((node) => node.name === name),
    data: { main: [items] },
  });

  /** An execution of these nodes in a row that n8n was killed in. */
  const killedAt = (stack: Json[], runData: Json = created, more: Json = {}, all = nodes) => {
    const wires = all.slice(1).map(({ name }, n) => {
      return [all[n]!.name, { main: [[{ node: name }]] }] as const;
    });
    const connections = Object.fromEntries(wires);
    const { settings = { saveExecutionProgress: true }, data, ...rest } = more;
    return {
      ...{ id: '7', status: 'crashed', mode: 'webhook', workflowId: 'w', ...rest },
      workflowData: { name: 'Videos', nodes: all, connections, settings },
      data: {
        resultData: { runData },
        executionData: { nodeExecutionStack: stack },
        ...Object(data),
      },
    };
  };

  const asking = [entry('Create Video', [{ json: {} }, { json: {} }, { json: {} }])];
  const waiting = [entry('Wait for Video')];
  const unsaved = { settings: {} };
  const ordered = { Order: [{}] };
  const halfAsleep = killedAt([], created, { data: { waitTill: 'soon' } });
  const timedOut = {
    ...{ status: 'canceled', settings: { executionTimeout: 60 } },
    ...{ startedAt: minutesAgo(3), stoppedAt: minutesAgo(2) },
  };
  const inTime = { ...timedOut, settings: { executionTimeout: 61 } };

  const decide = (execution: Json, retries = 0) =>
    runCode(example, 'Decide', [execution], { Choose: [{ key: '7 #1', root: '7', retries }] });

  it.each<[string, string, Json, Json?]>([
    ['retry', 'it waited', killedAt(waiting), { tasks: 'task_1' }],
    ['retry', 'it was behind the wait', killedAt([entry('Deliver')]), { tasks: 'task_1' }],
    ['lost', 'a request may have been under way', killedAt(asking, ordered), { expected: '3' }],
    ['lost', 'it had half fallen asleep, so that a node would be skipped', halfAsleep],
    ['person', 'no video had been asked for', killedAt([entry('Order')], {})],
    ['retry', 'it leads to another video', killedAt(waiting, created, {}, [...nodes, again])],
    ['lost', 'n8n stores no step of it', killedAt(waiting, created, unsaved, [...nodes, again])],
    ['lost', 'it called a workflow', killedAt([entry('Call')], created, {}, [...nodes, call])],
    ['lost', 'its agent can order', killedAt([entry('Agent')], created, {}, toolOf('createVideo'))],
    ['lost', 'its agent can call', killedAt([entry('Agent')], created, {}, toolOf('workflow'))],
    ['retry', 'its agent can do neither', killedAt([entry('Agent')], created, {}, toolOf('http'))],
    ['lost', 'another workflow had called it', killedAt(waiting, created, { mode: 'integrated' })],
    ['lost', 'its time limit ended it', killedAt(waiting, created, timedOut), { tasks: 'task_1' }],
    ['none', 'a person stopped it', killedAt(waiting, created, { status: 'canceled' })],
    ['none', 'a person stopped it before its time limit', killedAt(waiting, created, inTime)],
    ['none', 'it failed by itself', killedAt([entry('Deliver')], created, { status: 'error' })],
    ['none', 'it had done all', killedAt([])],
    ['person', 'it was run by hand', killedAt(waiting, created, { mode: 'manual' })],
    ['noVideos', 'no node of it is ours', killedAt([], {}, {}, nodes.slice(0, 1))],
  ])('is "%s" where %s', (verdict, _, execution, more) => {
    expect(decide(execution)).toMatchObject([{ verdict, ...more }]);
  });

  it('is left to a person after five retries, and to n8n where it goes on by itself', () => {
    const verdicts = [4, 5].flatMap((retries) => decide(killedAt(waiting), retries));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['retry', 'person']);
    expect(decide(killedAt(waiting, created, { status: 'waiting' }))).toEqual([]);
  });
});

describe('the decision about an execution that Create Video had stored', () => {
  beginPromises();

  /** What n8n's API tells of an execution that it calls lost. */
  const read = (test: TestRun, { data }: IRun, more: Json = {}): Json => ({
    ...{ id: '7', status: 'crashed', mode: 'webhook', workflowId: 'w' },
    ...{ startedAt: '2026-01-01T00:00:00Z', stoppedAt: '2026-01-01T02:00:00Z' },
    workflowData: {
      name: 'Videos',
      nodes: test.nodes,
      connections: test.connections,
      settings: { saveExecutionProgress: true, executionTimeout: 3_600 },
    },
    data: JSON.parse(JSON.stringify(data)) as Json,
    ...more,
  });
  const decide = (execution: Json, key = '7 #1') =>
    runCode(example, 'Decide', [execution], { Choose: [{ key, root: '7', retries: 0 }] });
  const tasksOf = (prompts: readonly string[]) => prompts.map(idOf).join(', ');

  it('resumes one that slept while its videos were made, and notes their IDs while it runs', async () => {
    const prompts = promptsOf(12);
    const test = table(prompts);
    const run = await untilOrdered(test, rememberingService(), prompts.length);
    const tasks = tasksOf(prompts);
    expect(decide(read(test, run))).toMatchObject([{ verdict: 'retry', tasks }]);
    const noted = decide(read(test, run, { status: 'waiting' }), '7 noted');
    expect(noted).toMatchObject([{ verdict: 'noted', tasks, expected: '0' }]);
    const timedOut = decide(read(test, run, { status: 'canceled' }));
    expect(timedOut).toMatchObject([{ verdict: 'lost', tasks, expected: '0' }]);
  });

  it('resumes none that was ordering a table, and names what had been ordered', async () => {
    const test = table(promptsOf(30));
    const service = rememberingService({ ...killAfter(12) });
    const stored = (await runUntilKilled(test))!;
    const tasks = tasksOf(service.made.slice(0, 10));
    const reason = expect.stringMatching(/may have been asking for videos/);
    expect(decide(read(test, stored))).toMatchObject([
      { verdict: 'lost', tasks, expected: '20', reason },
    ]);
  });
});
