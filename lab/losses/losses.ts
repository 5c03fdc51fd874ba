import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importWorkflow, publish, readExecution, waitFor } from '../../playground/index.ts';
import { startCluster, type Cluster } from '../../test/queue/n8n/startCluster.ts';
import { postTo } from '../../test/queue/story/postTo.ts';
import { waits } from './workflows.ts';

// node lab/losses/losses.ts [otel] [jobs] [workers], or all of them without a name.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    executions: { type: 'string', default: '20' },
    starts: { type: 'string', default: '0' },
  },
});
const executions = Number(values.executions);
// Longer than 65 s, so that n8n stores the wait instead of holding it in memory.
const sleeps = waits('sleeps', 75);
const busy = waits('busy', 55);
const preload = {
  // As n8n is by itself: the guide turns off the module that the first loss is about.
  N8N_DISABLED_MODULES: '',
  NODE_OPTIONS: `--require ${fileURLToPath(new URL('hold.cjs', import.meta.url))}`,
};
/** What main is started with, and how long before the executions fall due, by what it shows. */
interface Scene {
  of: 'otel' | 'jobs';
  name: string;
  secondsBefore: number;
  env: Record<string, string>;
}
const scenes: Scene[] = [
  {
    of: 'otel',
    name: 'jobs 15 s late, settings of the module otel 90 s late',
    secondsBefore: 0,
    env: { ...preload, HOLD_JOBS_MS: '15000', HOLD_OTEL_MS: '90000' },
  },
  {
    of: 'otel',
    name: 'the same settings 90 s late, but the module otel turned off',
    secondsBefore: 0,
    env: { ...preload, HOLD_OTEL_MS: '90000', N8N_DISABLED_MODULES: 'otel' },
  },
  {
    of: 'jobs',
    name: 'jobs 15 s late, without the module otel',
    secondsBefore: 0,
    env: { ...preload, HOLD_JOBS_MS: '15000', N8N_DISABLED_MODULES: 'otel' },
  },
];

interface Row {
  id: string;
  status: string;
}

async function rows({ postgres }: Cluster, workflowId: string): Promise<Row[]> {
  const found = await postgres.query(
    `SELECT id, status FROM execution_entity WHERE "workflowId" = '${workflowId}' ORDER BY id`,
  );
  return found.map(([id = '', status = '']) => ({ id, status }));
}

const tell = (all: Row[]) => {
  const statuses = [...new Set(all.map(({ status }) => status))];
  return statuses
    .map((status) => `${all.filter((row) => row.status === status).length} ${status}`)
    .join(', ');
};

const untilAll = (cluster: Cluster, workflowId: string, isSo: (row: Row) => boolean, ms: number) =>
  waitFor(
    async () => {
      const all = await rows(cluster, workflowId);
      return all.length > 0 && all.every(isSo) ? all : undefined;
    },
    ms,
    () => new Error(`${workflowId} does not come to rest`),
    1_000,
  );
const isOver = ({ status }: Row) => !['new', 'running', 'waiting'].includes(status);

/** Main is killed while executions wait, and starts again when they fall due. */
async function startMain(
  cluster: Cluster,
  { name, secondsBefore, env }: Omit<Scene, 'of'>,
): Promise<void> {
  const { main, webhook, postgres } = cluster;
  await postgres.query(`DELETE FROM execution_entity WHERE "workflowId" = '${sleeps.id}'`);
  await Promise.all(Array.from({ length: executions }, () => postTo(webhook, sleeps.id, {})));
  await untilAll(cluster, sleeps.id, ({ status }) => status === 'waiting', 120_000);
  await main.kill();
  await waitFor(
    async () => {
      const [row] = await postgres.query(
        `SELECT count(*) FROM execution_entity WHERE "workflowId" = '${sleeps.id}' AND "waitTill" > now() + interval '${secondsBefore} seconds'`,
      );
      return row![0] === '0' || undefined;
    },
    180_000,
    () => new Error('The executions do not fall due'),
    1_000,
  );
  await main.start(env);
  await untilAll(cluster, sleeps.id, isOver, 240_000);
  const all = await rows(cluster, sleeps.id);
  console.log(`${name}: of ${executions} that were due: ${tell(all)}`);
  const lost = all.find(({ status }) => status !== 'success');
  if (lost) await describe(cluster, lost.id);
}

/** Workers are killed while main and the webhook process live on. */
async function killWorkers(cluster: Cluster): Promise<void> {
  const { webhook, workers } = cluster;
  await Promise.all(Array.from({ length: executions }, () => postTo(webhook, busy.id, {})));
  await waitFor(
    async () => {
      const all = await rows(cluster, busy.id);
      const running = all.filter(({ status }) => status === 'running').length;
      return running >= executions || undefined;
    },
    120_000,
    () => new Error('They do not run'),
    500,
  );
  await sleep(5_000);
  await describe(cluster, (await rows(cluster, busy.id))[0]!.id);
  await Promise.all(workers.map((worker) => worker.kill()));
  await Promise.all(workers.map((worker) => worker.start()));
  await untilAll(cluster, busy.id, isOver, 400_000);
  const all = await rows(cluster, busy.id);
  console.log(`workers killed alone: of ${executions} that ran: ${tell(all)}`);
  await describe(cluster, all.find(({ status }) => status !== 'success')?.id);
}

async function describe({ client }: Cluster, id: string | undefined): Promise<void> {
  if (!id) return;
  const { status, data } = await readExecution(client, id);
  const ran = Object.keys(data?.resultData?.runData ?? {});
  const stack = data?.executionData?.nodeExecutionStack ?? [];
  console.log(
    `  execution ${id}: ${status}; nodes that ran: ${ran.join(', ') || 'none stored'}; next: ${stack.map(({ node }) => node.name).join(', ') || 'nothing stored'}; error: ${data?.resultData?.error?.message ?? 'none'}`,
  );
}

const cluster = await startCluster();
try {
  for (const one of [sleeps, busy]) {
    await importWorkflow(cluster.client, one);
    await publish(cluster.client, one.id);
  }
  const isWanted = (of: string) => positionals.length === 0 || positionals.includes(of);
  for (const scene of scenes) if (isWanted(scene.of)) await startMain(cluster, scene);
  for (let n = 1; n <= Number(values.starts); n++)
    await startMain(cluster, {
      name: `as it is, start ${n}`,
      secondsBefore: 0,
      env: { N8N_DISABLED_MODULES: '' },
    });
  if (isWanted('workers')) await killWorkers(cluster);
  const marks = (await cluster.logs()).match(
    /^.*(recovered dangling|Marked executions|Problem with execution|maxStalled).*$/gm,
  );
  console.log([...new Set(marks)].slice(0, 12).join('\n'));
} finally {
  await cluster.stop();
}
