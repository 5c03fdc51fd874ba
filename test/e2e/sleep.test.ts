import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  downloadBinary,
  importCredential,
  importWorkflow,
  publish,
  readExecution,
  runWorkflow,
  untilEnded,
  waitFor,
  type Execution,
  type Workflow,
} from '../../playground/index.ts';
import { forgetPeak, residentMegabytes } from '../bench/process/usage.ts';
import { startService } from '../bench/service/startService.ts';
import { promptTaking } from '../bench/service/taskBook.ts';
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

/** How often the service was asked for the task. */
const looksAt = async (prompt: string) => {
  const ids = (await tasksOf(prompt)).map(({ id }) => id);
  const answer = await fetch(`${real.sandbox.url}/admin/requests`);
  const requests = (await answer.json()) as { path: string }[];
  return requests.filter(({ path }) => ids.some((id) => path.endsWith(id))).length;
};
const until = (holds: () => Promise<boolean>) =>
  waitFor(
    async () => (await holds()) || undefined,
    120_000,
    () => new Error(`It did not come to this: ${holds.toString()}`),
  );

/** Runs a workflow up to a node, as that node's own button does. */
async function runUpTo(made: Workflow, nodeName: string): Promise<Execution> {
  await importWorkflow(real.client, made);
  const { executionId } = await real.client.post<{ executionId: string }>(
    `/rest/workflows/${made.id}/run`,
    { triggerToStartFrom: { name: 'Start' }, destinationNode: { nodeName, mode: 'inclusive' } },
  );
  return await end(executionId);
}

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
    // It was not looked at right behind its creation.
    expect(releases(execution)[0]![0]!.polls).toBe(1);
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

  it('sleeps in both inputs of a Merge, beside n8n’s own Wait that sleeps too', async () => {
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
        // n8n puts an execution to sleep for its own Wait from 65 s on.
        parameters: { amount: 66, unit: 'seconds' },
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

  it('is stopped by a person while it sleeps, stays so, and is asked for no more', async () => {
    const waiting = { intervalSeconds: 1, followProgress: false };
    const [prompt, other] = ['stopped sandbox:stuck', 'sleeps on sandbox:takes=60'];
    const id = await start(line('stopped', [prompt], { waiting }));
    await untilWaiting(id);
    const going = start(line('sleeps-on', [other], { waiting }));
    await real.client.post(`/rest/executions/${id}/stop`, {});
    // The node asks n8n whether the execution is still there.
    await until(async () =>
      ringsOf(id).some(({ method, status }) => method === 'GET' && status === 409),
    );
    const looks = await looksAt(prompt);
    const later = (await looksAt(other)) + 8;
    await until(async () => (await looksAt(other)) >= later);
    expect(await looksAt(prompt)).toBe(looks);
    expect((await readExecution(real.client, id)).status).toBe('canceled');
    expect(releases(await end(await going))).toEqual([[finished]]);
  });

  it('is stopped by a person while it is awake, and asks nothing any more', async () => {
    const waiting = { stayAwake: true, intervalSeconds: 1, followProgress: false };
    const [prompt, other] = ['halted sandbox:stuck', 'goes on sandbox:takes=20'];
    const id = await start(line('halted', [prompt], { waiting }));
    const going = start(line('goes-on', [other], { waiting }));
    await until(async () => (await looksAt(prompt)) > 1);
    await real.client.post(`/rest/executions/${id}/stop`, {});
    await until(async () => (await readExecution(real.client, id)).status === 'canceled');
    const looks = await looksAt(prompt);
    // The other one shows that time passes.
    const later = (await looksAt(other)) + 5;
    await until(async () => (await looksAt(other)) >= later);
    expect(await looksAt(prompt)).toBe(looks);
    await end(await going);
  });
});

describe('a run that is started in another way', { concurrent: true }, () => {
  it('sleeps in production, started by the webhook of the workflow', async () => {
    const made = line('produced', ['produced sandbox:takes=8']);
    made.nodes[0] = {
      ...made.nodes[0]!,
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: 'produced',
      parameters: { path: 'produced', httpMethod: 'POST', responseMode: 'onReceived' },
    };
    await importWorkflow(real.client, made);
    await publish(real.client, made.id);
    await until(async () => {
      const url = `${real.n8n.url}/webhook/produced`;
      return (await fetch(url, { method: 'POST' })).ok;
    });
    const filter = encodeURIComponent(JSON.stringify({ workflowId: made.id }));
    const listed = async () =>
      await real.client.get<{ results: { id: string; mode: string }[] }>(
        `/rest/executions?filter=${filter}`,
      );
    await until(async () => (await listed()).results.length > 0);
    const [{ id, mode }] = (await listed()).results as [{ id: string; mode: string }];
    expect(mode).toBe('webhook');
    await untilWaiting(id);
    expect(releases(await end(id))).toEqual([[finished]]);
  });

  it('sleeps for a task whose id is pinned, and creates none', async () => {
    const prompt = 'pinned sandbox:takes=12';
    const made = line('pinned', [prompt]);
    const before = await runUpTo({ ...made, id: 'pinned-before' }, 'Create Video');
    const [created] = itemsOf(before, 'Create Video');
    await importWorkflow(real.client, {
      ...made,
      pinData: { 'Create Video': created!.map((json) => ({ json })) },
    });
    const id = await runWorkflow(real.client, made.id, 'Start');
    await untilWaiting(id);
    expect(releases(await end(id))).toEqual([[finished]]);
    expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('asks nothing where the output of the waiting node is pinned', async () => {
    const prompt = 'pinned too sandbox:stuck';
    const made = line('pinned-wait', [prompt]);
    const pinned = { id: 'pinned', outcome: 'completed' };
    await importWorkflow(real.client, {
      ...made,
      pinData: { 'Wait for Video': [{ json: pinned }] },
    });
    const execution = await end(await runWorkflow(real.client, made.id, 'Start'));
    expect(releases(execution)).toEqual([[pinned]]);
    expect(await looksAt(prompt)).toBe(0);
  });

  it('sleeps where a person runs the waiting node alone, with what was there before', async () => {
    const prompt = 'partly sandbox:takes=15';
    // As the editor stores it; without any, n8n refuses to run a part.
    const made = { ...line('partly', [prompt]), pinData: {} };
    const { data } = await runUpTo(made, 'Create Video');
    const { executionId: id } = await real.client.post<{ executionId: string }>(
      `/rest/workflows/${made.id}/run`,
      {
        runData: data.resultData.runData,
        destinationNode: { nodeName: 'Wait for Video', mode: 'inclusive' },
        dirtyNodeNames: [],
      },
    );
    await untilWaiting(id);
    const execution = await end(id);
    expect(execution.data.resultData.error).toBeUndefined();
    expect(itemsOf(execution, 'Wait for Video')).toEqual([[finished]]);
    expect(releases(execution)).toEqual([]);
    expect(await tasksOf(prompt)).toHaveLength(1);
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

// The last, when nothing else takes memory.
it('takes over a file of 300 MB after a sleep without holding it in memory', async () => {
  const service = await startService();
  try {
    service.reset({ fileBytes: 300_000_000 });
    const videoGenApi = await importCredential(real.client, {
      name: 'Large files',
      type: 'videoGenApi',
      data: { baseUrl: service.url, apiKey: 'key-of-large-files' },
    });
    const made = line('large', [promptTaking(8)], { wait: { download: true } });
    for (const node of made.nodes) if (node.credentials) node.credentials = { videoGenApi };
    const id = await start(made);
    await untilWaiting(id);
    const { now: asleep } = residentMegabytes(real.n8n.pid);
    forgetPeak(real.n8n.pid);
    const execution = await end(id);
    const grown = Math.round(residentMegabytes(real.n8n.pid).peak - asleep);
    console.log(`a download of 300 MB after a sleep: ${grown} MB more at its peak`);
    const [item] = runsOf(execution, 'After')[0]!.data!.main![0]!;
    const stored = await downloadBinary(real.client, item!.binary!.data!);
    expect(stored.headers.get('content-length')).toBe('300000000');
    await stored.body?.cancel();
    expect(grown).toBeLessThan(150);
  } finally {
    await service.stop();
  }
});
