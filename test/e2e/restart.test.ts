import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  downloadBinary,
  importCredential,
  readExecution,
  untilWaiting,
  waitFor,
} from '../../playground/index.ts';
import { resumePath } from '../../nodes/links/resumeUrl.ts';
import { openGate, type Gate, type Passing } from './gate.ts';
import { chain, startRealN8n, type RealN8n } from './realN8n.ts';

const webhookId = '0b1f4a52-7a0d-4a53-9f43-7f3c9c3a5a10';

let real: RealN8n;
/** Before the service: its API, its files, and the address that the workflow calls last. */
let service: Gate;
/** Before n8n: its public address. */
let front: Gate;
let credential: { id: string; name: string };
/** Of the workflow that the callbacks start. */
let rescueId: string;

beforeAll(async () => {
  service = await openGate(() => real.sandbox.url);
  front = await openGate(() => real.n8n.url);
  real = await startRealN8n({
    env: { WEBHOOK_URL: `${front.url}/` },
    sandboxArgs: ['--renderer', 'instant', '--public-url', service.url],
  });
  credential = await importCredential(real.client, {
    name: 'Behind the gate',
    type: 'videoGenApi',
    data: { baseUrl: service.url, apiKey: real.sandbox.apiKey },
  });
  const rescue = chain('rescue', [
    { ...videoGen('videoFinishedTrigger', 'Video Finished Trigger', {}), webhookId },
    { name: 'After', type: 'n8n-nodes-base.noOp' },
  ]);
  rescueId = await real.editor.store(rescue);
  await real.editor.publish(rescue.id);
});
afterAll(async () => {
  await real?.stop();
  await service?.close();
  await front?.close();
});

const videoGen = (node: string, name: string, parameters: object) => ({
  name,
  type: `n8n-nodes-videogen.${node}`,
  credentials: { videoGenApi: credential },
  parameters,
});

/** Create, wait asleep with a download, and tell the outside; n8n stores each step. */
function workflow(id: string, create: object) {
  const made = chain(id, [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
    videoGen('createVideo', 'Create Video', create),
    videoGen('waitForVideo', 'Wait for Video', {
      download: true,
    }),
    {
      name: 'Tell',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      parameters: { url: `${service.url}/healthz?told=${id}`, options: {} },
    },
  ]);
  return { ...made, settings: { executionOrder: 'v1', saveExecutionProgress: true } };
}

interface SandboxTask {
  id: string;
  prompt: string;
  callback?: { attempts: unknown[] };
}
async function tasks(): Promise<SandboxTask[]> {
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  return (await answer.json()) as SandboxTask[];
}
const tasksOf = async (prompt: string) => (await tasks()).filter((one) => one.prompt === prompt);
const until = <T>(what: string, ask: () => Promise<T | undefined | false>, timeoutMs = 240_000) =>
  waitFor(
    async () => (await ask()) || undefined,
    timeoutMs,
    () => new Error(`Waited in vain until ${what}`),
  );

const untilAsleep = (id: string) => untilWaiting(real.client, id, 240_000);

const isCreate = ({ method }: Passing) => method === 'POST';
const isLook = ({ method, path }: Passing) => method === 'GET' && path.startsWith('/v1/tasks/');
const isLookAt = (taskId: string) => (passing: Passing) =>
  isLook(passing) && passing.path.endsWith(taskId);
const isFileOf =
  (taskId: string) =>
  ({ path }: Passing) =>
    path.endsWith('.mp4') && path.includes(taskId);
const isCallOf =
  (executionId: string) =>
  ({ path }: Passing) =>
    path.split('?')[0] === `/webhook-waiting/${executionId}/${resumePath}`;
const tells = (name: string) => (passing: Passing) => passing.path === `/healthz?told=${name}`;

/** One execution, while it is brought to the moment at which n8n is killed. */
interface Started {
  /** Of the workflow. */
  name: string;
  executionId: string;
  taskId: () => Promise<string | undefined>;
}

interface Life {
  moment: string;
  /** Seconds that the task takes. */
  takes: number;
  create?: object;
  /** Whether the service calls the workflow that finds lost videos. */
  isCalled?: boolean;
  /** Lies in wait before the execution starts. */
  trap?: () => Promise<unknown>;
  /** Resolves at the moment. */
  arrive?: (started: Started) => Promise<unknown>;
  /** Between the kill and the restart. */
  whileDown?: (taskId: string) => Promise<unknown>;
}

let letLooksPass = () => {};

const resume = { callback: 'resumeExecution' };

const lives: Life[] = [
  {
    moment: 'the task is created and not looked at',
    takes: 2,
    trap: () => service.catchNext(isLook, 'request'),
  },
  {
    moment: 'the execution waits, and its callback is lost while n8n is down',
    takes: 15,
    create: resume,
    arrive: ({ executionId }) => untilAsleep(executionId),
    whileDown: (taskId) =>
      until('a callback is lost', async () => {
        const task = (await tasks()).find(({ id }) => id === taskId);
        return (task?.callback?.attempts.length ?? 0) > 0;
      }),
  },
  {
    moment: 'n8n has taken the callback',
    takes: 20,
    create: resume,
    arrive: async ({ executionId, taskId }) => {
      const caught = front.catchNext(isCallOf(executionId), 'answer');
      await untilAsleep(executionId);
      // On a slow machine it would have told the outside before n8n is killed, and would tell it again.
      letLooksPass = service.catchAll(isLookAt((await taskId())!));
      await caught;
    },
    whileDown: async () => letLooksPass(),
  },
  {
    moment: 'half of the file is there',
    takes: 20,
    create: resume,
    arrive: async ({ executionId, taskId }) => {
      await untilAsleep(executionId);
      await service.catchNext(isFileOf((await taskId())!), 'half');
    },
  },
  {
    moment: 'the create request is sent and not answered',
    // The last of the kills, and long enough for its callback to come after the restart.
    takes: 75,
    isCalled: true,
    trap: () => service.catchNext(isCreate, 'answer'),
  },
];

interface Run {
  name: string;
  prompt: string;
  executionId: string;
  retries: number;
}

async function liveAndKill({ moment, takes, ...life }: Life, n: number): Promise<Run> {
  const name = `life-${n}`;
  const prompt = `${name} sandbox:takes=${takes}`;
  const callbackUrl = `${front.url}/webhook/${webhookId}/video-finished`;
  const create = { prompt, ...(life.isCalled && { callbackUrl }), ...life.create };
  const made = workflow(name, create);
  await real.editor.store(made);
  const taskId = async () => (await tasksOf(prompt))[0]?.id;
  const trapped = life.trap?.();
  const executionId = await real.editor.run(made.id);
  await (trapped ?? life.arrive!({ name, executionId, taskId }));

  const before = (await readExecution(real.client, executionId)).status;
  await real.n8n.kill();
  await life.whileDown?.((await taskId())!);
  await real.killAndRestart();
  const after = (await readExecution(real.client, executionId)).status;
  console.log(`kill ${n + 1}: ${moment} (${before}, after the restart ${after})`);
  return { name, prompt, executionId, retries: 0 };
}

/** What a person does with an execution that n8n shows as crashed: press "Retry". */
async function bringToEnd(run: Run): Promise<void> {
  const { status } = await until('the execution is over or crashed', async () => {
    const execution = await readExecution(real.client, run.executionId);
    return ['success', 'error', 'crashed'].includes(execution.status) ? execution : undefined;
  });
  if (status !== 'crashed') return;
  const retried = await real.client.post<{ id: string }>(
    `/rest/executions/${run.executionId}/retry`,
    { loadWorkflow: false },
  );
  run.executionId = retried.id;
  run.retries += 1;
  await bringToEnd(run);
}

it('loses nothing and makes nothing twice when n8n is killed at five moments', async () => {
  const runs: Run[] = [];
  for (const [n, life] of lives.entries()) runs.push(await liveAndKill(life, n));
  const unanswered = runs.at(-1)!;
  const others = runs.slice(0, -1);
  await Promise.all(others.map(bringToEnd));

  const made = await tasks();
  const ends = others.map(({ name }) => service.answers.filter(tells(name)).length);
  const rescued = await until('the callback of the unanswered creation came', async () => {
    const { results } = await real.client.get<{ results: { id: string; status: string }[] }>(
      `/rest/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId: rescueId }))}`,
    );
    return results.some(({ status }) => status === 'success') && results;
  });
  const retried = others.filter(({ retries }) => retries > 0).length;
  const lost = ends.filter((count) => count === 0).length + (rescued.length > 0 ? 0 : 1);
  const doubled = made.length - lives.length + ends.filter((count) => count > 1).length;
  console.log(
    `executions ${runs.length}, kills ${lives.length}: ${others.length - retried} went on by themselves, ` +
      `${retried} by Retry, 1 was found by its callback; lost ${lost}, doubled ${doubled}`,
  );

  for (const { prompt } of runs) expect(await tasksOf(prompt)).toHaveLength(1);
  expect(ends).toEqual(others.map(() => 1));
  for (const { executionId } of others) {
    const { status, data } = await readExecution(real.client, executionId);
    expect(status).toBe('success');
    const item = data.resultData.runData['Wait for Video']!.at(-1)!.data!.main![0]![0]!;
    expect(item.json.outcome).toBe('completed');
    const file = await downloadBinary(real.client, item.binary!.data!);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
  expect(rescued).toHaveLength(1);
  const { data } = await readExecution(real.client, rescued[0]!.id);
  const item = data.resultData.runData.After![0]!.data!.main![0]![0]!;
  expect(item.json.id).toBe((await tasksOf(unanswered.prompt))[0]!.id);
}, 1_200_000);
