import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  importCredential,
  importWorkflow,
  publish,
  readExecution,
  startSandbox,
  waitFor,
  type RunningSandbox,
} from '../../playground/index.ts';
import { orderFinishedVideo, tasksIn } from '../e2e/orderVideo.ts';
import { chain } from '../e2e/realN8n.ts';
import { listen } from '../listen.ts';
import { startCluster, type Cluster } from './n8n/startCluster.ts';

let folder: string;
let sandbox: RunningSandbox;
let cluster: Cluster;
let credentials: { videoGenerationApi: { id: string; name: string } };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'video-generation-queue-'));
  sandbox = await startSandbox({ dataFolder: folder, args: ['--renderer', 'instant'] });
  cluster = await startCluster();
  const videoGenerationApi = await importCredential(cluster.client, {
    name: 'Sandbox',
    type: 'videoGenerationApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  credentials = { videoGenerationApi };
});
afterAll(async () => {
  await cluster?.stop();
  await sandbox?.stop();
  await rm(folder, { recursive: true, force: true });
});

type Node = Parameters<typeof chain>[1][number];

const createVideo = (parameters: object, settings: object = {}): Node => ({
  name: 'Create Video',
  type: 'n8n-nodes-video-generation.createVideo',
  credentials,
  parameters,
  ...settings,
});

/** Publishes a workflow that a webhook starts; the id is the path. */
async function publishOnWebhook(id: string, responseMode: string, node: Node): Promise<void> {
  const webhook = {
    ...{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: id },
    parameters: { path: id, httpMethod: 'POST', responseMode },
  };
  await importWorkflow(cluster.client, chain(id, [webhook, node]));
  await publish(cluster.client, id);
}

const post = (path: string, body: object) =>
  fetch(`${cluster.webhook.url}/webhook/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Calls a webhook until it is taken: it answers a moment after its workflow is published. */
const postUntilTaken = (path: string, body: object) =>
  waitFor(
    async () => {
      const answer = await post(path, body).catch(() => undefined);
      return answer?.status === 200 ? ((await answer.json()) as object) : undefined;
    },
    120_000,
    () => new Error(`n8n did not take ${JSON.stringify(body)}`),
  );

/** The prompts of the tasks that the service has taken, as often as they were paid. */
const paidFor = async (start: string) =>
  (await tasksIn(sandbox)).map(({ prompt }) => prompt).filter((prompt) => prompt.startsWith(start));

const restart = async (members: Cluster['members']) => {
  await Promise.all(members.map((member) => member.kill()));
  await Promise.all(members.map((member) => member.start()));
};

it('orders a key once among workers, and passes none off as a video that nobody knows', async () => {
  const order = '={{ $json.body.order }}';
  const parameters = { operation: 'create', prompt: order, options: { orderKey: order } };
  const node = createVideo(parameters, { onError: 'continueRegularOutput' });
  await publishOnWebhook('shop', 'lastNode', node);
  await postUntilTaken('shop', { order: 'key first' });
  const orders = Array.from({ length: 15 }, (_, index) => `key ${index}`);
  type Answer = { id?: string; orderedBefore?: true; details?: object };
  const deliver = (order: string): Promise<Answer> => postUntilTaken('shop', { order });
  const deliverAll = () => Promise.all([...orders, ...orders, ...orders].map(deliver));
  const answers = await deliverAll();
  await restart([cluster.workers[0]!]);
  answers.push(...(await deliverAll()));
  // Where workers took too long, a row says that it wasn't sent, and is delivered again.
  const paid = new Set(await paidFor('key'));
  answers.push(...(await Promise.all(orders.filter((order) => !paid.has(order)).map(deliver))));
  expect((await paidFor('key')).toSorted()).toEqual([...orders, 'key first'].toSorted());
  expect(new Set(answers.flatMap(({ id }) => id ?? [])).size).toBe(orders.length);
  // Another worker has ordered it, or is at it, or n8n's database took too long.
  for (const { id, orderedBefore, details } of answers)
    if (id === undefined && !orderedBefore)
      expect(details).toMatchObject({ reason: expect.stringMatching(/^(keyUnknown|notReady)$/) });
}, 600_000);

it('keeps no slot while executions sleep, and brings all home after a kill of all of n8n', async () => {
  const count = 12;
  const node = createVideo({ prompt: '={{ $json.body.prompt }}' });
  await publishOnWebhook('sleepers', 'onReceived', node);
  const prompts = Array.from({ length: count }, (_, index) => `asleep ${index} sandbox:takes=60`);
  for (const prompt of prompts) await postUntilTaken('sleepers', { prompt });
  const idsOf = async (statuses: string) => {
    const rows = await cluster.postgres.query(
      `SELECT id FROM execution_entity WHERE "workflowId" = 'sleepers' AND status IN (${statuses})`,
    );
    return rows.map(([id]) => id!);
  };
  const untilAll = (statuses: string) =>
    waitFor(
      async () => (await idsOf(statuses)).length === count || undefined,
      300_000,
      () => new Error(`Not all executions are ${statuses}`),
    );
  await untilAll("'waiting'");
  // A job ends a moment after its execution is stored.
  await expect.poll(cluster.redis.countJobs, { timeout: 20_000 }).toEqual({ active: 0, queued: 0 });
  await restart(cluster.members);
  await untilAll("'success', 'error', 'crashed', 'canceled'");
  for (const id of await idsOf("'success', 'error', 'crashed', 'canceled'")) {
    const { status, data } = await readExecution(cluster.client, id);
    expect(status).toBe('success');
    const [item] = data.resultData.runData['Create Video']!.at(-1)!.data!.main![0]!;
    expect(item).toMatchObject({ json: { status: 'completed' }, binary: { data: {} } });
  }
  expect((await paidFor('asleep')).toSorted()).toEqual(prompts.toSorted());
}, 600_000);

it('answers a call to the trigger with what became of the workflow in its worker', async () => {
  // A step of the workflow that fails first.
  const reached: string[] = [];
  const step = await listen(({ url }, response) => {
    response.writeHead(reached.push(url!) === 1 ? 500 : 200).end('{}');
  });
  onTestFinished(step.close);
  const trigger = {
    ...{ name: 'Video Finished Trigger', webhookId: 'respond', credentials },
    type: 'n8n-nodes-video-generation.videoFinishedTrigger',
    parameters: { respond: 'lastNode' },
  };
  const ask = {
    ...{ name: 'Step', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
    parameters: { url: `${step.url}/`, options: {} },
  };
  await importWorkflow(cluster.client, chain('respond', [trigger, ask]));
  await publish(cluster.client, 'respond');
  const call = async (id: string) => (await post('respond/video-finished', { id })).status;
  await waitFor(
    async () => (await call('')) === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );
  const id = await orderFinishedVideo(sandbox);
  expect([await call(id), await call(id), await call(id)]).toEqual([500, 200, 200]);
  expect(reached).toHaveLength(2);
});
