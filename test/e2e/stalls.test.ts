import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCredential } from '../../playground/index.ts';
import { listen } from '../listen.ts';
import { chain } from './realN8n.ts';
import { end, real, runsOf, start, until, useRealN8n } from './waiting.ts';

useRealN8n();

let url = '';
let close: () => Promise<void>;
/** Connections that n8n holds, by what they are for. */
const open = new Map<ServerResponse, string>();
const asked: string[] = [];
const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(' '), 1_000);
  response.on('close', () => clearInterval(timer));
};

/** A service whose tasks are all finished, and the server of its files. */
beforeAll(async () => {
  ({ url, close } = await listen((request, response) => {
    const id = /[\w-]+(?=\.mp4$|$)/.exec(request.url!)![0];
    const isFile = request.url!.endsWith('.mp4');
    const what = isFile ? 'file' : request.method === 'POST' ? 'create' : 'look';
    asked.push(`${what} ${id}`);
    open.set(response, `${what} ${id}`);
    response.on('close', () => open.delete(response));
    if (request.method === 'POST') return response.write('{"id":"made","stat');
    if (id === 'never-told') return drip(response);
    if (
      id === 'stalled-look' &&
      !isFile &&
      asked.filter((one) => one === 'look stalled-look').length === 1
    )
      return drip(response);
    if (id === 'credential-test-no-such-task') return drip(response.writeHead(404));
    if (!isFile)
      return response.end(
        JSON.stringify({ id, status: 'completed', results: [`${url}/${id}.mp4`] }),
      );
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 100_000 });
    return id === 'stalled-file'
      ? response.write(Buffer.alloc(5_000, 7))
      : response.end(Buffer.alloc(100_000, 7));
  }));
});
afterAll(async () => await close());

const webhookId = 'c1b7f3c2-7d1b-4a55-8f4e-0d2a9b6e5a33';
const input = () => {
  const data = { baseUrl: url, apiKey: 'key-that-is-secret' };
  return { name: 'Stalling', type: 'videoGenerationApi', data };
};
type Node = Parameters<typeof chain>[1][number];

const stored: { videoGenerationApi?: { id: string; name: string } } = {};
beforeAll(async () => {
  stored.videoGenerationApi = await importCredential(real.client, input());
});

/** A node of ours, with the credential of the service that stalls. */
function using(type: string, name: string, node: Partial<Node>): Node {
  return {
    ...{ name, type: `n8n-nodes-video-generation.${type}` },
    credentials: stored,
    ...node,
  };
}

it.concurrent(
  'ends a create request after five minutes, and keeps the ID that had arrived',
  async () => {
    const parameters = { operation: 'create', prompt: 'A boat' };
    const executionId = await start(
      chain('stalling-create', [
        { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
        using('createVideo', 'Create Video', { parameters }),
      ]),
    );
    const execution = await end(executionId);
    const [made] = runsOf(execution, 'Create Video').at(-1)!.data!.main!;
    expect(made!.map(({ json }) => json)).toMatchObject([{ id: 'made', paid: 'yes' }]);
    expect(asked.filter((one) => one.startsWith('create'))).toHaveLength(1);
    expect([...open.values()].filter((one) => one.startsWith('create'))).toEqual([]);
  },
);

it.concurrent('answers a callback whose task can’t be read', async () => {
  const trigger = using('videoFinishedTrigger', 'Trigger', { webhookId });
  await real.editor.store(chain('stalling-trigger', [trigger]));
  await real.editor.publish('stalling-trigger');
  const call = async (body: string) =>
    (
      await fetch(`${real.n8n.url}/webhook/${webhookId}/video-finished`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    ).status;
  // Webhooks are registered a moment after n8n says so.
  await until(async () => (await call('{"id":""}')) === 422);
  expect(await call('{"id":"never-told"}')).toBe(503);
  await until(async () => ![...open.values()].some((one) => one.endsWith('never-told')));
});

it.concurrent('ends what stalls, a file after three tries, and brings the other rows', async () => {
  const ids = ['whole', 'stalled-file', 'stalled-look'];
  const jsCode = `return ${JSON.stringify(ids.map((id) => ({ id })))}`;
  const wait = using('waitForVideo', 'Wait for Video', {
    parameters: { taskId: '={{ $json.id }}' },
    onError: 'continueErrorOutput',
  });
  const executionId = await start(
    chain('stalling', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      { name: 'IDs', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
      wait,
    ]),
  );
  const tested = await real.client.post<{ status: string }>('/rest/credentials/test', {
    credentials: { id: stored.videoGenerationApi!.id, ...input() },
  });
  expect(tested).toMatchObject({ status: 'OK' });

  const execution = await end(executionId);
  const [finished, failed] = runsOf(execution, 'Wait for Video').at(-1)!.data!.main!;
  expect(finished!.map(({ json }) => json.id)).toEqual(['whole', 'stalled-look']);
  expect(failed!.map(({ json }) => json)).toMatchObject([
    { id: 'stalled-file', details: { reason: 'downloadFailed' } },
  ]);
  // It has spent nothing.
  expect(failed![0]!.json.details).not.toHaveProperty('paid');
  expect(JSON.stringify(failed)).toContain('no byte arrived for a minute');
  expect(asked.filter((one) => one === 'file stalled-file')).toHaveLength(3);
  expect([...open.values()].filter((one) => !one.startsWith('create'))).toEqual([]);
});
