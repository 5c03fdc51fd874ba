/**
 * Plays histories on a real n8n as well, and compares how they end.
 *
 *   node --no-warnings lab/sleep/onRealN8n.ts --histories 40 --rounds 5 --from 1
 *
 * The histories of a round share one n8n, and its kills and stops; each is simulated alone.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { text } from 'node:stream/consumers';
import {
  createClient,
  importCredential,
  importWorkflow,
  installN8n,
  installPackage,
  loginAsOwner,
  packRoot,
  publish,
  readExecution,
  startN8n,
  startSandbox,
  waitFor,
  type N8nClient,
  type Workflow,
} from '../../playground/index.ts';
import { BuiltCode } from './builtNodes.ts';
import { playHistory, type End } from './history.ts';
import {
  makePlan,
  type Disturbance,
  type ExecutionPlan,
  type OrderPlan,
  type Plan,
} from './Plan.ts';
import { Dice } from './Dice.ts';
import { workflowOf } from './stage.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
  },
});
const perRound = Number(values.histories);
const rounds = Number(values.rounds);
const longestRoundMs = 6 * 60_000;

const code = new BuiltCode();
const describeType = code.loadNodes();

/** When n8n ends in a round, and how: the same for all of its histories. */
function planEnds(round: number): Disturbance[] {
  const dice = new Dice(round, 'ends on a real n8n');
  const ends: Disturbance[] = [];
  const some = dice.pick([1, 1, 2]);
  for (
    let n = 0, atMs = dice.between(25_000, 45_000);
    n < some;
    n++, atMs += dice.between(5_000, 60_000)
  ) {
    const downMs = dice.scale(1_000, 80_000);
    const kind = dice.pick(['kill', 'kill', 'stop'] as const);
    ends.push({ kind, process: 'main', atMs, downMs });
    atMs += downMs + 15_000;
  }
  return ends;
}

/** A history of the simulator, with all that a real n8n and the sandbox can be made to do. */
function planFor(seed: number, disturbances: Disturbance[]): Plan {
  const dice = new Dice(seed, 'on a real n8n');
  const plan = makePlan(seed);
  const executions = plan.executions.slice(0, 2).map((one): ExecutionPlan => ({
    ...one,
    atMs: dice.between(0, 15_000),
    mode: 'webhook',
    rounds: 1,
    timeoutMinutes: 24 * 60,
    intervalSeconds: 5,
    orders: one.orders
      .filter(({ prompt }) => prompt.endsWith('.0.'))
      .map((order) => ({
        ...order,
        takesMs: Math.round(dice.scale(3, 75)) * 1_000,
        create: order.create === 'refused' ? 'accepted' : order.create,
      })),
  }));
  return {
    ...plan,
    ...{ setup: 'regular', engine: 'asItIs', limit: 0, workers: 0, executions, disturbances },
    storeLatencyMs: 10,
    start: { httpMs: 8_000, recoveryMs: 500, recoverEachMs: 20, otelMs: 5 },
    retriesErrors: false,
    callbacks: { ...plan.callbacks, share: 1 },
  };
}

interface RealOrder {
  prompt: string;
  seed: number;
  execution: ExecutionPlan;
  order: OrderPlan;
  workflowId: string;
}

const sandboxFaults = ({ takesMs, fails, create }: OrderPlan) =>
  [
    `sandbox:takes=${takesMs / 1_000}`,
    fails && 'sandbox:fail',
    create === 'answerLost' && 'sandbox:reset-after@createVideo',
    create === 'busyFirst' && 'sandbox:rate-limit@createVideo=2*1',
  ]
    .filter(Boolean)
    .join(' ');

/** What the workflows tell, which outlives n8n. */
async function startRecorder() {
  const delivered: string[] = [];
  const told: string[] = [];
  const hear = async (request: IncomingMessage) => {
    const body = await text(request);
    if (request.url === '/told') told.push(body);
    else delivered.push((JSON.parse(body) as { id: string }).id);
  };
  const server = createServer((request, response) => {
    void hear(request).then(() => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, delivered, told, stop: () => server.close() };
}

/** The workflow of the simulator with n8n's own nodes around those under test. */
function toRealWorkflow(
  id: string,
  plan: ExecutionPlan,
  recorderUrl: string,
  credential: { id: string; name: string },
): Workflow {
  const { nodes, connections } = workflowOf(
    plan,
    (type) => describeType(type.split('.').at(-1)!).description,
  );
  const tell = (path: string, json: string) => ({
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    parameters: {
      method: 'POST',
      url: `${recorderUrl}/${path}`,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: `={{ JSON.stringify(${json}) }}`,
      options: {},
    },
  });
  const around: Record<string, object> = {
    Items: {
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: id,
      parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived' },
    },
    Rounds: {
      type: 'n8n-nodes-base.splitOut',
      typeVersion: 1,
      parameters: { fieldToSplitOut: 'body.orders', options: {} },
    },
    Deliver: tell('delivered', '{ id: $json.id, outcome: $json.outcome }'),
    Told: tell('told', '$json'),
  };
  const real = nodes.map((node) => ({
    ...node,
    ...around[node.name],
    ...(node.credentials !== undefined && { credentials: { videoGenApi: credential } }),
  }));
  const settings = {
    executionOrder: plan.executionOrder,
    saveExecutionProgress: plan.savesProgress,
    saveManualExecutions: true,
  };
  return { id, name: id, nodes: real as never, connections: connections as never, settings };
}

async function allExecutions(client: N8nClient) {
  const all: Array<{ id: string; status: string; workflowId: string }> = [];
  for (let before = ''; ; before = `&lastId=${all.at(-1)!.id}`) {
    const { results } = await client.get<{ results: typeof all }>(
      `/rest/executions?limit=100${before}`,
    );
    all.push(...results);
    if (results.length < 100) return all;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

const folder = await mkdtemp(join(tmpdir(), 'videogen-real-histories-'));
const userFolder = join(folder, 'n8n');
const installed = await installN8n();
await installPackage(await packRoot(join(folder, 'package')), userFolder);
const sandbox = await startSandbox({
  dataFolder: join(folder, 'sandbox'),
  args: ['--renderer', 'instant'],
});
const recorder = await startRecorder();
let n8n = await startN8n({ installed, userFolder });
const { port } = n8n;
const client = createClient(n8n.url);
let played = 0;
let same = 0;
const differing: string[] = [];
try {
  await loginAsOwner(client);
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  for (let round = 0; round < rounds; round++)
    await playRound(Number(values.from) + round * perRound);

  async function playRound(from: number): Promise<void> {
    const ends = planEnds(from);
    const plans = Array.from({ length: perRound }, (_, n) => planFor(from + n, ends));
    const orders: RealOrder[] = [];
    const starts: Array<{ atMs: number; id: string; prompts: string[] }> = [];
    for (const { seed, executions } of plans)
      for (const [n, execution] of executions.entries()) {
        const workflowId = `h${seed}x${n}`;
        await importWorkflow(
          client,
          toRealWorkflow(workflowId, execution, recorder.url, credential),
        );
        await publish(client, workflowId);
        const own = execution.orders.map((order) => ({
          ...{ seed, execution, order, workflowId },
          prompt: `history ${seed} ${order.prompt} ${sandboxFaults(order)}`,
        }));
        orders.push(...own);
        starts.push({
          atMs: execution.atMs,
          id: workflowId,
          prompts: own.map(({ prompt }) => prompt),
        });
      }
    const beganAt = Date.now();
    const untilMs = (atMs: number) => pause(beganAt + atMs - Date.now());
    const started = starts.map(async ({ atMs, id, prompts }) => {
      await untilMs(atMs);
      const body = JSON.stringify({ orders: prompts.map((prompt) => ({ prompt })) });
      const headers = { 'content-type': 'application/json' };
      await waitFor(
        async () =>
          (await fetch(`${n8n.url}/webhook/${id}`, { method: 'POST', body, headers })).ok ||
          undefined,
        20_000,
        () => new Error(`The webhook of ${id} does not answer`),
      );
    });
    await Promise.all(started);
    for (const { kind, atMs, downMs } of ends as Array<Extract<Disturbance, { downMs: number }>>) {
      await untilMs(atMs);
      if (kind === 'kill') await n8n.kill();
      else await n8n.stop();
      await pause(downMs);
      n8n = await startN8n({ installed, userFolder, port });
    }
    await loginAsOwner(client);
    const mine = async () =>
      (await allExecutions(client)).filter(({ workflowId }) =>
        starts.some(({ id }) => id === workflowId),
      );
    const isOver = async () =>
      (await mine()).every(({ status }) => !['waiting', 'running', 'new'].includes(status)) ||
      undefined;
    await waitFor(isOver, longestRoundMs, () => new Error('Not all are over')).catch(console.error);
    await compare(plans, orders, await mine());
    console.log(
      `${JSON.stringify(ends.map(({ kind, atMs }) => [kind, Math.round(atMs / 1000)]))}: ${played} histories played, ${same} end the same`,
    );
  }

  async function compare(
    plans: Plan[],
    orders: RealOrder[],
    executions: Array<{ id: string; status: string; workflowId: string }>,
  ): Promise<void> {
    const response = await fetch(`${sandbox.url}/admin/tasks?limit=10000`);
    const tasks = (await response.json()) as Array<{ id: string; prompt: string }>;
    for (const plan of plans) {
      const { ends, broken } = await playHistory(plan.seed, code, { plan, hasPerson: false });
      const differs: string[] = [];
      for (const { prompt, order, workflowId } of orders.filter(({ seed }) => seed === plan.seed)) {
        const made = tasks.filter((task) => task.prompt === prompt);
        const [execution, ...more] = executions.filter((one) => one.workflowId === workflowId);
        const inReality = await endOf(made, execution);
        const simulated = ends[order.prompt]!;
        if (more.length > 0) differs.push(`${workflowId} ran ${more.length + 1} times`);
        if (inReality !== simulated)
          differs.push(`${workflowId} ${order.prompt} simulated: ${simulated}, real: ${inReality}`);
      }
      if (broken.length > 0) differs.push(`the simulated history is broken: ${broken[0]}`);
      played += 1;
      if (differs.length === 0) same += 1;
      else differing.push(`history ${plan.seed}: ${differs.join('; ')}`);
      for (const line of differs) console.log(`history ${plan.seed}: ${line}`);
    }
  }

  async function endOf(
    made: Array<{ id: string }>,
    execution: { id: string; status: string } | undefined,
  ): Promise<End> {
    if (made.length > 1) return 'made twice';
    const [task] = made;
    if (task === undefined) return 'not made';
    const times = recorder.delivered.filter((id) => id === task.id).length;
    if (times > 0) return times === 1 ? 'handed on' : 'handed on twice';
    if (recorder.told.some((said) => said.includes(task.id))) return 'told';
    if (execution === undefined) return 'lost';
    const { data } = await readExecution(client, execution.id);
    const error = JSON.stringify(data.resultData.error ?? {});
    if (error.includes(task.id)) return 'told';
    if (execution.status !== 'crashed') return 'lost';
    const { sleep } = Object(data.executionData?.contextData?.flow?.videogenSleep) as {
      sleep?: object;
    };
    const lastNode = data.resultData.lastNodeExecuted ?? 'none';
    console.log(
      `execution ${execution.id} is crashed: stored ${sleep ? 'asleep' : 'awake'}, last node ${lastNode}`,
    );
    return 'crashed';
  }
} finally {
  recorder.stop();
  await n8n.stop();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${played} histories played on a real n8n, ${same} ended the same as simulated`);
if (differing.length > 0) process.exitCode = 1;
