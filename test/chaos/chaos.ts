import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importWorkflow, publish, readExecution, waitFor } from '../../playground/index.ts';
import { chain, startRealN8n, type RealN8n } from '../e2e/realN8n.ts';
import { tally, tellTally, type Ended } from './count.ts';
import { between, seededRandom } from './random.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    orders: { type: 'string', default: '40' },
    kills: { type: 'string', default: '6' },
    /** Has n8n store each step, as the examples do. Off by default, as in n8n. */
    'save-progress': { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
// One for each of those that draw side by side, so that a seed gives the same times again.
const random = seededRandom(seed);
const randomOfKills = seededRandom(seed + 1_000_000);
const orders = Number(values.orders);
const kills = Number(values.kills);
const path = 'chaos';
const workflowId = 'chaos';
const overAfterMs = 15 * 60_000;

const prompts = Array.from(
  { length: orders },
  (_, n) => `Chaos ${seed} order ${n + 1}. sandbox:takes=${Math.round(between(random, 15, 60))}`,
);

const workflow = (real: RealN8n) => {
  const credentials = { videoGenApi: real.credential };
  const made = chain(workflowId, [
    {
      name: 'Order',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      webhookId: path,
      parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' },
    },
    {
      name: 'Create Video',
      type: 'n8n-nodes-videogen.createVideo',
      credentials,
      parameters: { prompt: '={{ $json.body.prompt }}' },
    },
    { name: 'Wait for Video', type: 'n8n-nodes-videogen.waitForVideo', credentials },
    { name: 'Deliver', type: 'n8n-nodes-base.noOp' },
  ]);
  const { 'save-progress': saveExecutionProgress } = values;
  return { ...made, settings: { ...made.settings, saveExecutionProgress } };
};

/** A customer who orders until n8n has taken the order. */
async function order(real: RealN8n, prompt: string): Promise<void> {
  for (;;) {
    const taken = await fetch(`${real.n8n.url}/webhook/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt }),
    }).catch(() => undefined);
    // While it starts, n8n answers everything with 200 and a page of its own.
    if (taken?.ok && (await taken.text().catch(() => '')).includes('Workflow was started')) return;
    await sleep(200);
  }
}

async function placeOrders(real: RealN8n): Promise<void> {
  const started: Promise<void>[] = [];
  for (const prompt of prompts) {
    started.push(order(real, prompt));
    await sleep(between(random, 500, 4_000));
  }
  await Promise.all(started);
}

async function killAtRandom(real: RealN8n): Promise<void> {
  for (let n = 1; n <= kills; n++) {
    const afterMs = between(randomOfKills, 2_000, 20_000);
    await sleep(afterMs);
    console.log(`kill ${n} of ${kills}, ${Math.round(afterMs / 100) / 10} s after n8n was ready`);
    await real.killAndRestart();
  }
}

interface Listed {
  id: string;
  status: string;
}
async function list(real: RealN8n): Promise<Listed[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await real.client.get<{ results: Listed[] }>(
    `/rest/executions?filter=${filter}&limit=100`,
  );
  return results;
}
const isOver = ({ status }: Listed) => ['success', 'error', 'crashed', 'canceled'].includes(status);
const untilOver = (real: RealN8n) =>
  waitFor(
    async () => ((await list(real)).every(isOver) ? true : undefined),
    overAfterMs,
    () => new Error('Some executions are not over'),
  );

async function readEnded(real: RealN8n, { id }: Listed): Promise<Ended> {
  const execution = await readExecution(real.client, id);
  const text = JSON.stringify(execution);
  const outputs = execution.data?.resultData?.runData?.Deliver?.at(-1)?.data?.main?.[0];
  const { retryOf } = execution as { retryOf?: string | null };
  return {
    prompt: prompts.find((prompt) => text.includes(prompt)),
    status: execution.status,
    ...(retryOf && { retryOf }),
    deliveredTask: outputs?.[0]?.json?.id as string | undefined,
    text,
  };
}

/** What a person does who finds crashed executions: press "Retry", where n8n knows enough. */
async function retryCrashed(real: RealN8n): Promise<void> {
  for (const { id, status } of await list(real)) {
    if (status !== 'crashed') continue;
    const { text } = await readEnded(real, { id, status });
    // Without the task's id a retry would create and pay for another one.
    if (!/task_\w+/.test(text)) continue;
    await real.client
      .post(`/rest/executions/${id}/retry`, { loadWorkflow: false })
      .catch((error: unknown) => console.log(`no retry of ${id}: ${String(error).slice(0, 120)}`));
  }
  await untilOver(real);
}

const real = await startRealN8n({ sandboxArgs: ['--renderer', 'instant'] });
try {
  await importWorkflow(real.client, workflow(real));
  await publish(real.client, workflowId);
  await Promise.all([placeOrders(real), killAtRandom(real)]);
  await untilOver(real);
  await retryCrashed(real);
  const answer = await fetch(`${real.sandbox.url}/admin/tasks?limit=1000`);
  const tasks = (await answer.json()) as { id: string; prompt: string }[];
  const executions: Ended[] = [];
  for (const one of await list(real)) executions.push(await readEnded(real, one));
  console.log(`orders ${orders}, kills ${kills}, seed ${seed}, executions ${executions.length}`);
  const counted = tally(prompts, tasks, executions);
  console.log(tellTally(counted));
  const { created, delivered, resumedByPerson, chargedTwice, idUnknown } = counted;
  if (chargedTwice > 0 || delivered + resumedByPerson + idUnknown < created) process.exitCode = 1;
} finally {
  await real.stop();
}
