import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importWorkflow,
  readExecution,
  runWorkflow,
  untilEnded,
  waitFor,
  type Execution,
  type Workflow,
} from '../../playground/index.ts';
import { openGate, type Gate } from './gate.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const endTimeoutMs = 400_000;

/** Stands before n8n as its public address, under a path of its own, as in many installations. */
let proxy: Gate;
let real: RealN8n;

beforeAll(async () => {
  proxy = await openGate(() => real.n8n.url, '/n8n');
  real = await startRealN8n({
    env: { WEBHOOK_URL: `${proxy.url}/` },
    sandboxArgs: ['--renderer', 'instant'],
  });
});
afterAll(async () => {
  await real?.stop();
  await proxy?.close();
});

const to = (node: string, index = 0) => [{ node, type: 'main', index }];

interface Shape {
  create?: object;
  wait?: object;
  options?: object;
  waiting?: object;
  settings?: object;
}

const code = (name: string, json: object[]) => ({
  name,
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode: `return ${JSON.stringify(json)}` },
});
const createNode = (parameters: object = {}, name = 'Create Video') => ({
  name,
  type: 'n8n-nodes-videogen.createVideo',
  credentials: { videoGenApi: real.credential },
  parameters: { prompt: '={{ $json.prompt }}', ...parameters },
});
const waitNode = (parameters: object = {}, name = 'Wait for Video', settings: object = {}) => ({
  name,
  type: 'n8n-nodes-videogen.waitForVideo',
  credentials: { videoGenApi: real.credential },
  parameters,
  ...settings,
});
const startNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
const afterNode = { name: 'After', type: 'n8n-nodes-base.noOp' };

/** A list of prompts -> Create Video -> Wait for Video -> After: one straight line. */
const line = (
  id: string,
  prompts: string[],
  { create, wait, options, waiting, settings }: Shape = {},
) =>
  chain(id, [
    startNode,
    code(
      'Prompts',
      prompts.map((prompt) => ({ prompt })),
    ),
    createNode(create),
    waitNode(
      { ...wait, ...(options && { options }), ...(waiting && { waiting }) },
      'Wait for Video',
      settings,
    ),
    afterNode,
  ]);

async function start(made: Workflow): Promise<string> {
  await importWorkflow(real.client, made);
  return await runWorkflow(real.client, made.id, 'Start');
}
const end = (id: string) => untilEnded(real.client, id, endTimeoutMs);
const untilWaiting = (id: string) =>
  waitFor(
    async () => (await readExecution(real.client, id)).status === 'waiting' || undefined,
    120_000,
    () => new Error(`Execution ${id} is not waiting`),
  );
const runsOf = ({ data }: Execution, node: string) => data.resultData.runData[node] ?? [];
const itemsOf = (execution: Execution, node: string) =>
  runsOf(execution, node).map((run) => run.data!.main![0]!.map(({ json }) => json));
const releases = (execution: Execution) => itemsOf(execution, 'After');
const finished = expect.objectContaining({ outcome: 'completed' });

interface SandboxTask {
  id: string;
  prompt: string;
  callback?: { url: string };
}
const tasksOf = async (prompt: string) => {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  return ((await answer.json()) as SandboxTask[]).filter((task) => task.prompt === prompt);
};
const ringsOf = (id: string) =>
  proxy.answers.filter(({ path }) => path.includes(`/webhook-waiting/${id}/`));

const resume = { callback: 'resumeExecution' };
const unwatched = { watch: false };

describe('a sleeping execution', { concurrent: true }, () => {
  it('is woken within seconds by the node that asks in the background', async () => {
    const prompt = 'watched sandbox:takes=12';
    const id = await start(line('watched', [prompt]));
    await untilWaiting(id);
    const startedMs = Date.now();
    const execution = await end(id);
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished]]);
    // The timer of n8n would take a minute at least.
    expect(Date.now() - startedMs).toBeLessThan(50_000);
    expect(runsOf(execution, 'Wait for Video')).toHaveLength(1);
    expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('is woken by the callback that Create Video asked for, through a proxy', async () => {
    const prompt = 'called sandbox:takes=8';
    const id = await start(line('called', [prompt], { create: resume, waiting: unwatched }));
    await untilWaiting(id);
    const execution = await end(id);
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished]]);
    expect(ringsOf(id)[0]).toMatchObject({ method: 'POST', status: 200 });
    expect(ringsOf(id)[0]!.path).toMatch(
      /^\/n8n\/webhook-waiting\/\d+\/videogen-callback\?signature=\w+/,
    );
    expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('is woken by its timer when nobody calls it', async () => {
    const id = await start(line('timed', ['timed sandbox:takes=20'], { waiting: unwatched }));
    await untilWaiting(id);
    const execution = await end(id);
    expect(releases(execution)).toEqual([[finished]]);
    expect(releases(execution)[0]![0]!.polls).toBe(2);
  });

  it('ends at its deadline, with the task id', async () => {
    const made = line('late', ['late sandbox:stuck'], { wait: { timeLimitMinutes: 0.2 } });
    const execution = await end(await start(made));
    expect(execution.status).toBe('error');
    const { message } = execution.data.resultData.error!;
    expect(message).toMatch(/^Task task_\w+ was not finished within 12 seconds: /);
  });

  const several = (name: string) => [
    `${name} first sandbox:takes=25`,
    `${name} second sandbox:takes=5`,
    `${name} third sandbox:takes=11`,
  ];
  it('keeps all items until the last is finished, in their order', async () => {
    const prompts = several('together');
    const execution = await end(await start(line('together', prompts, { create: resume })));
    const created = itemsOf(execution, 'Create Video')[0]!.map(({ id }) => id);
    expect(releases(execution).map((items) => items.map(({ id }) => id))).toEqual([created]);
    for (const prompt of prompts) expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('lets items go as they come when asked to, each once', async () => {
    const made = line('apart', several('apart'), { options: { release: 'asTheyCome' } });
    const execution = await end(await start(made));
    const created = itemsOf(execution, 'Create Video')[0]!.map(({ id }) => id);
    const released = releases(execution).map((items) => items.map(({ id }) => id));
    expect(released.length).toBeGreaterThan(1);
    expect(released.at(-1)).toEqual([created[0]]);
    expect(released.flat().sort()).toEqual([...created].sort());
  });

  it('believes nothing that a caller says, and refuses one without the token', async () => {
    const prompt = 'forged sandbox:takes=30';
    const id = await start(line('forged', [prompt], { create: resume }));
    await untilWaiting(id);
    const { url } = (await tasksOf(prompt))[0]!.callback!;
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);

    const stored = await readExecution(real.client, id);
    const token = JSON.stringify(stored.data).match(/"resumeToken":"([^"]+)"/)?.[1];
    const ring = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const address = `${url}?signature=${token}`;
      return (await fetch(address, { method: 'POST', body, headers })).status;
    };
    expect(await ring('{"status":"pending"}')).toBe(200);
    expect((await readExecution(real.client, id)).status).toBe('waiting');
    expect(await ring('{"status":"completed","results":["https://evil.test/x.mp4"]}')).toBe(200);
    const execution = await end(id);
    expect(releases(execution)).toEqual([[finished]]);
    expect(JSON.stringify(execution.data)).not.toContain('evil.test');
  });
});

describe('a workflow in which executions sleep', { concurrent: true }, () => {
  it('sleeps at one node after the other', async () => {
    const made = chain('two', [
      startNode,
      code('Prompts', [{ prompt: 'two one sandbox:takes=8' }]),
      createNode(),
      waitNode(),
      code('Again', [{ prompt: 'two two sandbox:takes=8' }]),
      createNode({}, 'Create Another'),
      waitNode({}, 'Wait Again'),
      afterNode,
    ]);
    const execution = await end(await start(made));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished]]);
  });

  it('sleeps in both inputs of a Merge, beside n8n’s own Wait', async () => {
    const made = chain('merged', [startNode, code('Prompts', [{ prompt: 'm sandbox:takes=9' }])]);
    const more = chain('merged-2', [
      createNode({}, 'Create A'),
      waitNode({}, 'Wait A'),
      createNode({}, 'Create B'),
      waitNode({}, 'Wait B'),
      {
        name: 'Pause',
        type: 'n8n-nodes-base.wait',
        typeVersion: 1.1,
        parameters: { amount: 2, unit: 'seconds' },
      },
      { name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3.1, parameters: {} },
      afterNode,
    ]);
    made.nodes.push(...more.nodes);
    made.connections = {
      Start: { main: [to('Prompts')] },
      Prompts: { main: [[...to('Create A'), ...to('Create B'), ...to('Pause')]] },
      'Create A': { main: [to('Wait A')] },
      'Create B': { main: [to('Wait B')] },
      'Wait A': { main: [to('Merge', 0)] },
      'Wait B': { main: [to('Merge', 1)] },
      Merge: { main: [to('After')] },
    } as never;
    const execution = await end(await start(made));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished, finished]]);
    expect(runsOf(execution, 'Pause')).toHaveLength(1);
  });

  it('sleeps in every round of Loop Over Items', async () => {
    const made = chain('looped', [
      startNode,
      code('Prompts', [{ prompt: 'l1 sandbox:takes=6' }, { prompt: 'l2 sandbox:takes=6' }]),
      { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: {} },
      createNode(),
      waitNode(),
    ]);
    made.nodes.push(...chain('looped-2', [afterNode]).nodes);
    made.connections.Loop = { main: [to('After'), to('Create Video')] } as never;
    made.connections['Wait for Video'] = { main: [to('Loop')] } as never;
    const execution = await end(await start(made));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished, finished]]);
    expect(runsOf(execution, 'Wait for Video')).toHaveLength(2);
  });

  it('runs a second time while the first run sleeps', async () => {
    const made = line('second', ['second sandbox:takes=15']);
    const first = await start(made);
    await untilWaiting(first);
    const second = await runWorkflow(real.client, made.id, 'Start');
    for (const id of [first, second]) expect(releases(await end(id))).toEqual([[finished]]);
  });

  it('sends failures down the error branch', async () => {
    const prompts = ['f1 sandbox:takes=6 sandbox:fail', 'f2 sandbox:takes=6'];
    const made = line('failed', prompts, { settings: { onError: 'continueErrorOutput' } });
    made.nodes.push(...chain('failed-2', [{ ...afterNode, name: 'Failed' }]).nodes);
    made.connections['Wait for Video'] = { main: [to('After'), to('Failed')] } as never;
    const execution = await end(await start(made));
    expect(releases(execution)).toEqual([[finished]]);
    const [failed] = itemsOf(execution, 'Failed');
    expect(failed).toEqual([
      expect.objectContaining({ error: expect.stringMatching(/^Task task_\w+ failed/) }),
    ]);
  });

  it('is stopped by a person while it sleeps, and stays so', async () => {
    const id = await start(line('stopped', ['stopped sandbox:takes=20']));
    await untilWaiting(id);
    await real.client.post(`/rest/executions/${id}/stop`, {});
    const rang = waitFor(
      async () => ringsOf(id).some(({ status }) => status === 409) || undefined,
      120_000,
      () => new Error('Nobody rang the stopped execution'),
    );
    // Rung while it ran, to see whether n8n can be reached, or when its task had ended.
    await rang;
    expect((await readExecution(real.client, id)).status).toBe('canceled');
  });
});

describe('a sub-workflow', { concurrent: true }, () => {
  async function callWith(
    id: string,
    prompts: string[],
    waiting: object,
  ): Promise<{ parent: Execution; child: Workflow }> {
    const child = line(`${id}-child`, [], { waiting });
    child.nodes = child.nodes.filter(({ name }) => name !== 'Prompts');
    child.nodes[0] = {
      ...child.nodes[0]!,
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1.1,
      parameters: { inputSource: 'passthrough' },
    };
    child.connections.Start = { main: [to('Create Video')] } as never;
    delete child.connections.Prompts;
    await importWorkflow(real.client, child);
    const parent = chain(`${id}-parent`, [
      startNode,
      code(
        'Prompts',
        prompts.map((prompt) => ({ prompt })),
      ),
      {
        name: 'Call',
        type: 'n8n-nodes-base.executeWorkflow',
        typeVersion: 1.2,
        parameters: { workflowId: { __rl: true, mode: 'id', value: child.id }, options: {} },
      },
      afterNode,
    ]);
    return { parent: await end(await start(parent)), child };
  }

  it('sleeps when it was called once with several items, and its caller gets them all', async () => {
    const { parent } = await callWith('all', ['a sandbox:takes=8', 'b sandbox:takes=14'], {});
    expect(parent.data.resultData.error).toBeUndefined();
    expect(releases(parent)).toEqual([[finished, finished]]);
  });

  it('stays awake for a single item', async () => {
    const { parent } = await callWith('one', ['c sandbox:takes=4'], {});
    expect(parent.data.resultData.error).toBeUndefined();
    expect(releases(parent)).toEqual([[finished]]);
  });

  it('sleeps for a single item when it was told that it may', async () => {
    const waiting = { subWorkflowMaySleep: true };
    const { parent } = await callWith('told', ['d sandbox:takes=8'], waiting);
    expect(parent.data.resultData.error).toBeUndefined();
    expect(releases(parent)).toEqual([[finished]]);
  });
});
