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
import { resumePath } from '../../nodes/callbacks/resumeUrl.ts';
import { openGate, type Gate } from './gate.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const endTimeoutMs = 300_000;

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

const to = (node: string) => [{ node, type: 'main', index: 0 }];

/** A list of prompts -> Create Video -> Wait for Video, suspended, with its loop wire -> After. */
function workflow(id: string, prompts: string[], create: object, wait: object): Workflow {
  const credentials = { videoGenApi: real.credential };
  const made = chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    {
      name: 'Prompts',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { jsCode: `return ${JSON.stringify(prompts.map((prompt) => ({ prompt })))}` },
    },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials,
      parameters: { prompt: '={{ $json.prompt }}', ...create },
    },
    {
      name: 'Wait for Video',
      type: 'n8n-nodes-videogen.waitForVideo',
      credentials,
      parameters: { waitMode: 'suspend', stayAwakeSeconds: 0, ...wait },
    },
    { name: 'After', type: 'n8n-nodes-base.noOp' },
  ]);
  // Higher on the canvas than the waiting node, so that n8n runs it first.
  made.nodes.at(-1)!.position = [880, -300];
  made.connections['Wait for Video'] = { main: [to('Wait for Video'), to('After')] };
  return made;
}

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
const releases = (execution: Execution) =>
  runsOf(execution, 'After').map((run) => run.data!.main![0]!.map(({ json }) => json));
const tasksOf = async (prompt: string) => {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  const tasks = (await answer.json()) as { prompt: string; callback?: { url: string } }[];
  return tasks.filter((task) => task.prompt === prompt);
};

const resume = { callback: 'resumeExecution' };

describe('a suspended execution', { concurrent: true }, () => {
  it('is woken by the callback that Create Video asked for, through a proxy', async () => {
    const prompt = 'called sandbox:takes=8';
    const id = await start(workflow('called', [prompt], resume, { checkInSeconds: 3600 }));
    await untilWaiting(id);
    const execution = await end(id);
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[expect.objectContaining({ outcome: 'completed' })]]);
    const calls = proxy.answers.filter(({ path }) =>
      path.includes(`/webhook-waiting/${id}/${resumePath}?`),
    );
    expect(calls[0]).toMatchObject({ method: 'POST', status: 200 });
    expect(calls[0]!.path).toMatch(/^\/n8n\/webhook-waiting\/\d+\/[\w-]+\?signature=\w+/);
    expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('is woken by its timer when there is no callback', async () => {
    const id = await start(workflow('timed', ['timed sandbox:takes=20'], {}, {}));
    await untilWaiting(id);
    const execution = await end(id);
    expect(releases(execution)).toEqual([[expect.objectContaining({ outcome: 'completed' })]]);
    // Suspended, passed through by n8n, and looked at again.
    expect(releases(execution)[0]![0]!.polls).toBe(2);
  });

  it('is not suspended for a task that is finished while it stays awake', async () => {
    const made = workflow('quick', ['quick sandbox:takes=2'], {}, { stayAwakeSeconds: 600 });
    const execution = await end(await start(made));
    expect(releases(execution)).toHaveLength(1);
    expect(runsOf(execution, 'Wait for Video')).toHaveLength(1);
  });

  it('ends at its deadline, with the task id', async () => {
    const made = workflow('late', ['late sandbox:stuck'], {}, { timeLimitMinutes: 0.2 });
    const execution = await end(await start(made));
    expect(execution.status).toBe('error');
    const { message } = execution.data.resultData.error!;
    expect(message).toMatch(/^Task task_\w+ was not finished within 12 seconds: /);
  });

  const several = (name: string) => [
    `${name} first sandbox:takes=25`,
    `${name} second sandbox:takes=5`,
    `${name} third sandbox:takes=5`,
  ];
  it('keeps all items until the last is finished, in their order', async () => {
    const prompts = several('together');
    const execution = await end(await start(workflow('together', prompts, resume, {})));
    const created = runsOf(execution, 'Create Video')[0]!.data!.main![0]!.map(
      ({ json }) => json.id,
    );
    expect(releases(execution).map((items) => items.map(({ id }) => id))).toEqual([created]);
    for (const prompt of prompts) expect(await tasksOf(prompt)).toHaveLength(1);
  });

  it('lets items go as they come when asked to, each once', async () => {
    const made = workflow('apart', several('apart'), resume, { release: 'asTheyCome' });
    const execution = await end(await start(made));
    const created = runsOf(execution, 'Create Video')[0]!.data!.main![0]!.map(
      ({ json }) => json.id,
    );
    const released = releases(execution).map((items) => items.map(({ id }) => id));
    expect(released.length).toBeGreaterThan(1);
    expect(released.at(-1)).toEqual([created[0]]);
    expect(released.flat().sort()).toEqual([...created].sort());
  });

  it('believes nothing that a caller says, and refuses one without the token', async () => {
    const prompt = 'forged sandbox:takes=40';
    const id = await start(workflow('forged', [prompt], resume, {}));
    await untilWaiting(id);
    const { url } = (await tasksOf(prompt))[0]!.callback!;
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);

    const stored = await readExecution(real.client, id);
    const token = JSON.stringify(stored.data).match(/"resumeToken":"([^"]+)"/)?.[1];
    const ring = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const to = `${url}?signature=${token}`;
      return (await fetch(to, { method: 'POST', body, headers })).status;
    };
    expect(await ring('{"status":"pending"}')).toBe(200);
    expect((await readExecution(real.client, id)).status).toBe('waiting');
    expect(await ring('{"status":"completed","results":["https://evil.test/x.mp4"]}')).toBe(200);
    const execution = await end(id);
    expect(releases(execution)).toEqual([[expect.objectContaining({ outcome: 'completed' })]]);
    expect(JSON.stringify(execution.data)).not.toContain('evil.test');
  });
});

describe('an execution that cannot be suspended', { concurrent: true }, () => {
  it('says that the loop wire is missing before it waits', async () => {
    const made = workflow('unwired', ['unwired sandbox:takes=60'], {}, {});
    made.connections['Wait for Video'] = { main: [[], to('After')] };
    const execution = await end(await start(made));
    expect(execution.status).toBe('error');
    expect(execution.data.resultData.error!.message).toBe(
      'The output "Check Again" is not connected back to this node',
    );
  });

  it('says in a sub-workflow that its result would be lost', async () => {
    const child = workflow('child', ['child sandbox:takes=60'], {}, {});
    child.nodes[0] = {
      ...child.nodes[0]!,
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1.1,
      parameters: { inputSource: 'passthrough' },
    };
    await importWorkflow(real.client, child);
    const parent = chain('parent', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      {
        name: 'Call',
        type: 'n8n-nodes-base.executeWorkflow',
        typeVersion: 1.2,
        parameters: { workflowId: { __rl: true, mode: 'id', value: 'child' }, options: {} },
      },
    ]);
    const execution = await end(await start(parent));
    expect(execution.status).toBe('error');
    expect(execution.data.resultData.error!.message).toBe(
      'A sub-workflow cannot be suspended without losing its result',
    );
  });
});
