/**
 * Plays histories on a real n8n as well, and compares how they end.
 *
 *   node --no-warnings lab/sleep/onRealN8n.ts --histories 40 --rounds 5 --from 1
 *
 * The histories of a round share one n8n, and its kills and stops, each with an account of its own;
 * the simulator plays them together as well, with the times that the real n8n took. Nobody can end a
 * process at the same millisecond twice, so what is simulated is a family of such rounds, whose ends
 * lie up to a second apart.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
const seeds = Array.from({ length: perRound * rounds }, (_, n) => Number(values.from) + n);
const keyOf = (seed: number) => `key-of-history-${seed}`;
const longestRoundMs = 6 * 60_000;
/** How many histories are simulated for a real one, at most. */
const familySize = 40;

const code = new BuiltCode();
const describeType = code.loadNodes();

type Ending = Extract<Disturbance, { kind: 'kill' | 'stop' }>;

/**
 * When n8n ends in a round, and how: the same for all of its histories.
 *
 * @returns atMs is how long n8n has been up by then
 */
function planEnds(round: number): Ending[] {
  const dice = new Dice(round, 'ends on a real n8n');
  return Array.from({ length: dice.pick([1, 1, 2]) }, (_, n) => ({
    kind: dice.pick(['kill', 'kill', 'stop'] as const),
    process: 'main',
    atMs: n === 0 ? dice.between(25_000, 45_000) : dice.between(1_000, 60_000),
    downMs: dice.scale(1_000, 80_000),
  }));
}

/** The executions of a history of the simulator, with all that a real n8n and the sandbox can be made to do. */
function planHistory(seed: number): ExecutionPlan[] {
  const dice = new Dice(seed, 'on a real n8n');
  return makePlan(seed)
    .executions.slice(0, 2)
    .map((one): ExecutionPlan => ({
      ...one,
      atMs: dice.between(0, 15_000),
      mode: 'webhook',
      rounds: 1,
      isBranched: false,
      timeoutMinutes: 24 * 60,
      intervalSeconds: 5,
      account: seed,
      orders: one.orders
        .filter(({ prompt }) => prompt.endsWith('.0.'))
        .map((order) => ({
          ...order,
          takesMs: Math.round(dice.scale(3, 75)) * 1_000,
          create: order.create === 'refused' ? 'accepted' : order.create,
        })),
    }));
}

/** The executions of some histories, in one n8n. */
function planRound(from: number): Plan {
  const executions = Array.from({ length: perRound }, (_, n) => planHistory(from + n))
    .flat()
    .map((execution, n) => ({
      ...execution,
      orders: execution.orders.map((order, at) => ({ ...order, prompt: `order ${n}.${at}.0.` })),
    }));
  const plan = makePlan(from);
  return {
    ...plan,
    ...{
      setup: 'regular',
      engine: 'asItIs',
      claims: true,
      limit: 0,
      workers: 0,
      executions,
      disturbances: [],
    },
    storeLatencyMs: 10,
    start: { httpMs: 8_000, recoveryMs: 500, recoverEachMs: 20, otelMs: 5 },
    retriesErrors: false,
    callbacks: { share: 1, lateMs: 100, early: false, repeats: 0 },
    lookLatencyMs: 50,
  };
}

interface RealOrder {
  /** As the service knows it. */
  prompt: string;
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

interface StoredExecution {
  id: string;
  status: string;
  workflowId: string;
}

/** Read beside n8n, which need not be up. */
function allExecutions(): StoredExecution[] {
  const database = new DatabaseSync(join(userFolder, '.n8n', 'database.sqlite'), {
    readOnly: true,
  });
  try {
    return database
      .prepare('SELECT CAST(id AS TEXT) AS id, status, workflowId FROM execution_entity')
      .all() as never;
  } finally {
    database.close();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

const folder = await mkdtemp(join(tmpdir(), 'videogen-real-histories-'));
const userFolder = join(folder, 'n8n');
const installed = await installN8n();
await installPackage(await packRoot(join(folder, 'package')), userFolder);
const sandbox = await startSandbox({
  dataFolder: join(folder, 'sandbox'),
  args: [
    ...['--renderer', 'instant'],
    // An account each: one that is told to pause must not hold up the others.
    ...seeds.flatMap((seed) => ['--key', keyOf(seed)]),
  ],
});
const recorder = await startRecorder();
let n8n = await startN8n({ installed, userFolder });
const { port } = n8n;
const client = createClient(n8n.url);
let played = 0;
/** Ended as some history of its family. */
let same = 0;
/** Executions that were awake as n8n ended. */
const awakeAtEnd = new Set<string>();
/** Ended as the first that was simulated. */
let exact = 0;
try {
  await loginAsOwner(client);
  const credentials = new Map<number, { id: string; name: string }>();
  for (const seed of seeds)
    credentials.set(
      seed,
      await importCredential(client, {
        name: `History ${seed}`,
        type: 'videoGenApi',
        data: { baseUrl: sandbox.url, apiKey: keyOf(seed) },
      }),
    );
  for (let round = 0; round < rounds; round++)
    await playRound(Number(values.from) + round * perRound);

  async function playRound(from: number): Promise<void> {
    const wished = planEnds(from);
    const plan = planRound(from);
    const orders: RealOrder[] = [];
    const starts: Array<{ execution: ExecutionPlan; id: string; prompts: string[] }> = [];
    for (const [n, execution] of plan.executions.entries()) {
      const { account } = execution;
      const workflowId = `h${account}x${n}`;
      await importWorkflow(
        client,
        toRealWorkflow(workflowId, execution, recorder.url, credentials.get(account)!),
      );
      await publish(client, workflowId);
      const own = execution.orders.map((order) => ({
        ...{ execution, order, workflowId },
        prompt: `history ${account} ${order.prompt} ${sandboxFaults(order)}`,
      }));
      orders.push(...own);
      starts.push({ execution, id: workflowId, prompts: own.map(({ prompt }) => prompt) });
    }
    const beganAt = Date.now();
    const passedMs = () => Date.now() - beganAt;
    const started = starts.map(async ({ execution, id, prompts }) => {
      await pause(execution.atMs);
      const body = JSON.stringify({ orders: prompts.map((prompt) => ({ prompt })) });
      const headers = { 'content-type': 'application/json' };
      await waitFor(
        async () =>
          (await fetch(`${n8n.url}/webhook/${id}`, { method: 'POST', body, headers })).ok ||
          undefined,
        20_000,
        () => new Error(`The webhook of ${id} does not answer`),
      );
      execution.atMs = passedMs();
    });
    await Promise.all(started);
    const ends: Ending[] = [];
    const startsMs: number[] = [];
    let upSinceMs = 0;
    for (const end of wished) {
      await pause(upSinceMs + end.atMs - passedMs());
      const atMs = passedMs();
      if (end.kind === 'kill') await n8n.kill();
      else await n8n.stop();
      for (const { id, status } of allExecutions()) if (status === 'running') awakeAtEnd.add(id);
      await pause(end.downMs);
      const startsAtMs = passedMs();
      n8n = await startN8n({ installed, userFolder, port });
      upSinceMs = passedMs();
      startsMs.push(upSinceMs - startsAtMs);
      ends.push({ ...end, atMs, downMs: end.downMs });
    }
    await loginAsOwner(client);
    const mine = () =>
      allExecutions().filter(({ workflowId }) => starts.some(({ id }) => id === workflowId));
    const isOver = async () =>
      mine().every(({ status }) => !['waiting', 'running', 'new'].includes(status)) || undefined;
    await waitFor(isOver, longestRoundMs, () => new Error('Not all are over')).catch(console.error);
    const httpMs = Math.max(...startsMs);
    Object.assign(plan, { disturbances: ends, start: { ...plan.start, httpMs } });
    await compare(plan, orders, mine());
    const told = ends.map(({ kind, atMs, downMs }) => [kind, atMs, Math.round(downMs)]);
    console.log(
      `${JSON.stringify(told)}, up after ${startsMs.join(' and ')} ms: ${played} histories played, ${same} end as simulated`,
    );
  }

  async function compare(
    plan: Plan,
    orders: RealOrder[],
    executions: StoredExecution[],
  ): Promise<void> {
    const response = await fetch(`${sandbox.url}/admin/tasks?limit=10000`);
    const tasks = (await response.json()) as Array<{ id: string; prompt: string }>;
    const real: Array<RealOrder & { end: End }> = [];
    for (const one of orders) {
      const made = tasks.filter((task) => task.prompt === one.prompt);
      const [execution, ...more] = executions.filter((it) => it.workflowId === one.workflowId);
      if (more.length > 0) throw new Error(`${one.workflowId} ran ${more.length + 1} times`);
      real.push({ ...one, end: await endOf(made, execution) });
    }
    const historiesOf = (some: RealOrder[]) =>
      new Set(some.map(({ execution }) => execution.account));
    let missing = real;
    for (let n = 0; n < familySize && missing.length > 0; n++) {
      const one = n === 0 ? plan : neighbour(plan, n);
      const { ends, broken } = await playHistory(one.seed, code, { plan: one, hasPerson: false });
      for (const line of broken) console.log(`the simulated round is broken: ${line}`);
      missing = missing.filter(({ order, end }) => ends[order.prompt] !== end);
      if (n === 0) exact += perRound - historiesOf(missing).size;
    }
    for (const { workflowId, order, end } of missing)
      console.log(`${workflowId} ${order.prompt} ends "${end}", never when simulated`);
    played += perRound;
    same += perRound - historiesOf(missing).size;
  }

  /** The same with its ends a little sooner or later, on a faster or slower machine. */
  function neighbour(plan: Plan, n: number): Plan {
    const dice = new Dice(plan.seed, `neighbour ${n}`);
    const disturbances = plan.disturbances.map((end) => ({
      ...end,
      atMs: end.atMs + dice.between(-1_000, 1_000),
    }));
    const executions = plan.executions.map((one) => ({
      ...one,
      atMs: Math.max(0, one.atMs + dice.between(-1_000, 0)),
    }));
    const start = { ...plan.start, httpMs: plan.start.httpMs * dice.between(0.5, 1) };
    // How fast the machine is just then, nobody knows.
    const latencies = { storeLatencyMs: dice.scale(2, 400), lookLatencyMs: dice.scale(10, 1_000) };
    const seed = plan.seed + n * 1_000_000;
    return { ...plan, ...latencies, seed, disturbances, executions, start };
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
    if (!awakeAtEnd.has(execution.id))
      console.log(`execution ${execution.id} is crashed, and was not awake as n8n ended`);
    return 'crashed';
  }
} finally {
  recorder.stop();
  await n8n.stop();
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(
  `${played} histories played on a real n8n, ${same} ended as simulated, ${exact} of them as the first that was simulated`,
);
if (same < played) process.exitCode = 1;
