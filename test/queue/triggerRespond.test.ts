import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  importCredential,
  importWorkflow,
  publish,
  startSandbox,
  waitFor,
  type RunningSandbox,
} from '../../playground/index.ts';
import { orderFinishedVideo } from '../e2e/orderVideo.ts';
import { chain } from '../e2e/realN8n.ts';
import { openStep, type Step } from '../e2e/step.ts';
import { startCluster, type Cluster } from './n8n/startCluster.ts';

const webhookId = '1c0a5f0e-5b0e-4b6e-8f57-0d5b1f6f7c22';

let folder: string;
let sandbox: RunningSandbox;
let cluster: Cluster;
let step: Step;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'videogen-respond-'));
  const args = ['--renderer', 'instant', '--task-seconds', '1'];
  sandbox = await startSandbox({ dataFolder: folder, args });
  step = await openStep({});
  cluster = await startCluster();
  const { client } = cluster;
  const credential = await importCredential(client, {
    name: 'Sandbox',
    type: 'videoGenApi',
    data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
  });
  const workflow = chain('respond', [
    {
      name: 'Video Finished Trigger',
      type: 'n8n-nodes-videogen.videoFinishedTrigger',
      webhookId,
      credentials: { videoGenApi: credential },
      parameters: { respond: 'lastNode' },
    },
    {
      name: 'Step',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      parameters: { url: `=${step.url}/{{ $json.id }}`, options: {} },
    },
  ]);
  await importWorkflow(client, workflow);
  await publish(client, workflow.id);
  url = `${cluster.webhook.url}/webhook/${webhookId}/video-finished`;
  await untilAnswers();
});
afterAll(async () => {
  await cluster?.stop();
  await sandbox?.stop();
  await step?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** What a call is answered; nothing when its connection breaks. */
async function post(body: object) {
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return undefined;
  }
}

const untilAnswers = () =>
  waitFor(
    async () => (await post({ id: '' }))?.status === 422 || undefined,
    120_000,
    () => new Error('The trigger does not answer'),
  );

/** Calls as the service may, until the workflow has ended well. */
const callUntilTaken = (id: string) =>
  waitFor(
    async () => (await post({ id }))?.status === 200 || undefined,
    300_000,
    () => new Error(`No call about task ${id} was taken`),
  );

const createFinished = () => orderFinishedVideo(sandbox);

describe('Video Finished Trigger in queue mode, answering when the last node finishes', () => {
  it('answers with what became of the workflow in its worker', async () => {
    const id = await createFinished();
    step.answer(id, 500);
    expect((await post({ id }))?.status).toBe(500);
    step.answer(id, 200);
    expect(await post({ id })).toEqual({ status: 200, body: '' });
    expect((await post({ id }))?.status).toBe(200);
    expect(step.countOf(id)).toBe(2);
  });

  it('loses no call when the workers are killed while the workflow runs', async () => {
    const id = await createFinished();
    const call = post({ id });
    await step.untilReached(id, 1);
    await Promise.all(cluster.workers.map((worker) => worker.kill()));
    expect((await post({ id }))?.status).toBe(503);
    await Promise.all(cluster.workers.map((worker) => worker.start()));
    step.answer(id, 200);
    await callUntilTaken(id);
    expect((await call)?.status).toBe(500);
    expect(step.countOf(id)).toBe(2);
  });

  it('loses no call when the webhook process is killed while the workflow runs', async () => {
    const id = await createFinished();
    const call = post({ id });
    await step.untilReached(id, 1);
    await cluster.webhook.kill();
    expect(await call).toBeUndefined();
    await cluster.webhook.start();
    await untilAnswers();
    step.answer(id, 200);
    await callUntilTaken(id);
    expect(step.countOf(id)).toBe(2);
  });

  it('answers also where the workflow is done before n8n listens for that', async () => {
    const preload = fileURLToPath(new URL('lateEars.cjs', import.meta.url));
    await cluster.webhook.kill();
    await cluster.webhook.start({
      NODE_OPTIONS: `--require ${preload}`,
      HOLD_LISTEN_MS: '1500',
    });
    await untilAnswers();
    const id = await createFinished();
    step.answer(id, 200);
    expect(await post({ id })).toEqual({ status: 200, body: '' });
  });
});
