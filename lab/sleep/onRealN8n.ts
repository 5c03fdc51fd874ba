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
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
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
} from '../../playground/index.ts';
import { BuiltCode } from './builtNodes.ts';
import { playHistory, type End } from './history.ts';
import type { ExecutionPlan, OrderPlan, Plan } from './Plan.ts';
import { neighbour, planEnds, planRound, type Ending } from './realRound.ts';
import { sandboxFaults, startRecorder, toRealWorkflow } from './realStage.ts';

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
const load = code.loadNodes();
const describeType = (type: string) => load(type.split('.').at(-1)!).description;

interface RealOrder {
  /** As the service knows it. */
  prompt: string;
  execution: ExecutionPlan;
  order: OrderPlan;
  workflowId: string;
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
    const plan = planRound(from, perRound);
    const orders: RealOrder[] = [];
    const starts: Array<{ execution: ExecutionPlan; id: string; prompts: string[] }> = [];
    for (const [n, execution] of plan.executions.entries()) {
      const { account } = execution;
      const workflowId = `h${account}x${n}`;
      await importWorkflow(
        client,
        toRealWorkflow(
          workflowId,
          execution,
          recorder.url,
          credentials.get(account)!,
          describeType,
        ),
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
    // n8n marks as crashed, in its start, who waits there until it is up, and stores it later.
    const isMarked = ({ id, status }: StoredExecution) =>
      status === 'crashed' && !awakeAtEnd.has(id);
    const isOpen = (one: StoredExecution) =>
      ['waiting', 'running', 'new'].includes(one.status) || isMarked(one);
    const isOver = async () => !mine().some(isOpen) || undefined;
    await waitFor(isOver, longestRoundMs, () => new Error('Not all are over')).catch(console.error);
    const httpMs = Math.max(...startsMs);
    // The simulated n8n starts at 0, the real one was up by then.
    const later = <At extends { atMs: number }>(one: At): At => ({
      ...one,
      atMs: one.atMs + httpMs,
    });
    const asPlayed: Plan = {
      ...plan,
      executions: plan.executions.map(later),
      disturbances: ends.map(later),
      start: { ...plan.start, httpMs },
    };
    await compare(asPlayed, orders, mine());
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
const twice = recorder.besides.filter((id, n, all) => all.indexOf(id) !== n);
for (const id of twice) console.log(`execution ${id} ran the branch beside twice`);
console.log(
  `${played} histories played on a real n8n, ${same} ended as simulated, ${exact} of them as the first that was simulated`,
);
if (same < played || twice.length > 0) process.exitCode = 1;
