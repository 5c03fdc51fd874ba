import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCredential } from '../../playground/index.ts';
import { listen } from '../listen.ts';
import { chain } from './realN8n.ts';
import { end, real, runsOf, start, useRealN8n } from './waiting.ts';

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
    asked.push(`${isFile ? 'file' : 'look'} ${id}`);
    open.set(response, `${isFile ? 'file' : 'look'} ${id}`);
    response.on('close', () => open.delete(response));
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

it('ends what stalls, a file after three tries, and brings the other rows', async () => {
  const data = { baseUrl: url, apiKey: 'key-that-is-secret' };
  const input = { name: 'Stalling', type: 'videoGenerationApi', data };
  const credential = await importCredential(real.client, input);
  const ids = ['whole', 'stalled-file', 'stalled-look'];
  const jsCode = `return ${JSON.stringify(ids.map((id) => ({ id })))}`;
  const executionId = await start(
    chain('stalling', [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
      { name: 'IDs', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
      {
        name: 'Wait for Video',
        type: 'n8n-nodes-video-generation.waitForVideo',
        credentials: { videoGenerationApi: credential },
        parameters: { taskId: '={{ $json.id }}' },
        onError: 'continueErrorOutput',
      },
    ]),
  );
  const tested = await real.client.post<{ status: string }>('/rest/credentials/test', {
    credentials: { id: credential.id, ...input },
  });
  expect(tested).toMatchObject({ status: 'OK' });

  const execution = await end(executionId);
  const [finished, failed] = runsOf(execution, 'Wait for Video').at(-1)!.data!.main!;
  expect(finished!.map(({ json }) => json.id)).toEqual(['whole', 'stalled-look']);
  expect(failed!.map(({ json }) => json)).toMatchObject([
    { id: 'stalled-file', details: { reason: 'downloadFailed', paid: 'yes' } },
  ]);
  expect(JSON.stringify(failed)).toContain('no byte arrived for a minute');
  expect(asked.filter((one) => one === 'file stalled-file')).toHaveLength(3);
  expect([...open.values()]).toEqual([]);
});
