import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { resumePath } from '../../nodes/n8n/execution.ts';
import { importCredential, readExecution } from '../../playground/index.ts';
import { listen } from '../listen.ts';
import { openGate, type Gate } from './gate.ts';
import {
  createNode,
  end,
  finished,
  line,
  orderAndWait,
  real,
  releases,
  runsOf,
  sentRequests,
  start,
  tasksOf,
  to,
  until,
  untilAsleep,
  useRealN8n,
} from './waiting.ts';

/** Stands before n8n as its public address, under a path of its own, as in many installations. */
let proxy: Gate;
beforeAll(async () => {
  proxy = await openGate(() => real.n8n.url, '/n8n');
});
afterAll(async () => await proxy?.close());
useRealN8n(() => ({
  // Whatever the settings for all tests say of files.
  env: { WEBHOOK_URL: `${proxy.url}/`, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
  sandboxArgs: ['--renderer', 'instant'],
}));

/** How often n8n was asked what state the execution is in. */
const statesOf = (id: string) =>
  proxy.answers.filter((path) => path.includes(`/form-waiting/${id}/`)).length;

/** How often the service was asked for the task. */
async function looksAt(prompt: string): Promise<number> {
  const [task] = await tasksOf([prompt]);
  const requests = await sentRequests();
  return requests.filter(({ path }) => path.endsWith(task!.id)).length;
}

describe('a workflow in which executions sleep', { concurrent: true }, () => {
  it('sleeps in every round of Loop Over Items', async () => {
    const prompts = ['l1 sandbox:takes=6', 'l2 sandbox:takes=6'];
    const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
    const made = line('looped', prompts, [loop, ...orderAndWait()]);
    made.connections.Loop = { main: [to('After'), to('Create Video')] } as never;
    made.connections['Wait for Video'] = { main: [to('Loop')] } as never;
    const execution = await end(await start(made));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished, finished]]);
    expect(runsOf(execution, 'Wait for Video')).toHaveLength(2);
  });

  it('is stopped by a person while it sleeps, stays so, and is asked for no more', async () => {
    const startLine = async (id: string, prompt: string) => {
      const execution = await start(line(id, [prompt], orderAndWait({ intervalSeconds: 1 })));
      await untilAsleep(execution, [prompt]);
      return execution;
    };
    const stop = (id: string) => real.client.post(`/rest/executions/${id}/stop`, {});
    // The first is stopped long before its task ends; the second shows how time goes on behind it.
    const [prompt, other] = ['stopped sandbox:takes=35', 'sleeps on sandbox:stuck'];
    const id = await startLine('stopped', prompt);
    const sleepsOn = await startLine('sleeps-on', other);
    await stop(id);
    // Its task ends, and before n8n is called it is asked whether the execution is still there.
    const asked = statesOf(id);
    await until(async () => statesOf(id) > asked);
    const looks = await looksAt(prompt);
    const later = (await looksAt(other)) + 3;
    await until(async () => (await looksAt(other)) >= later);
    expect(await looksAt(prompt)).toBe(looks);
    expect((await readExecution(real.client, id)).status).toBe('canceled');
    await stop(sleepsOn);
  });

  it('lets no late call resume another node of it that waits for a call', async () => {
    const wait = {
      name: 'Wait',
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      webhookId: '0d0f5c67-7f35-4a5b-9d3c-31a1f3d21c55',
      parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
    };
    const id = await start(line('late', ['late sandbox:takes=3'], [createNode(), wait]));
    await until(async () => {
      const { status, data } = await readExecution(real.client, id);
      return status === 'waiting' && data.resultData.lastNodeExecuted === 'Wait';
    });
    const { resumeToken } = (await readExecution(real.client, id)).data as { resumeToken?: string };
    const call = async (path: string) => {
      const url = `${real.n8n.url}/webhook-waiting/${id}${path}?signature=${resumeToken}`;
      return (await fetch(url, { method: 'POST' })).status;
    };
    expect(await call(`/${resumePath}`)).toBe(404);
    expect((await readExecution(real.client, id)).status).toBe('waiting');
    // Whoever is meant to resume it still can.
    expect(await call('')).toBe(200);
    expect(releases(await end(id))).toHaveLength(1);
  });

  it('sleeps as a sub-workflow, and its caller gets every video, ordered once', async () => {
    const child = line('child', [], orderAndWait());
    const type = 'n8n-nodes-base.executeWorkflowTrigger';
    const parameters = { inputSource: 'passthrough' };
    child.nodes[0] = { ...child.nodes[0]!, type, typeVersion: 1.1, parameters };
    child.connections.Start = { main: [to('Create Video')] } as never;
    const value = await real.editor.store(child);
    const prompts = [8, 14].map((takes) => `called sandbox:takes=${takes}`);
    const call = {
      name: 'Call',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters: { workflowId: { __rl: true, mode: 'id', value }, options: {} },
    };
    const execution = await end(await start(line('parent', prompts, [call])));
    expect(execution.data.resultData.error).toBeUndefined();
    expect(releases(execution)).toEqual([[finished, finished]]);
    expect(await tasksOf(prompts)).toHaveLength(prompts.length);
  });
});

it('gives the service a link that n8n answers with the type of the picture, which nobody knew', async () => {
  const picture = readFileSync('test/nodes/CreateVideo/order/media/picture.png');
  const links: string[] = [];
  const service = await listen(async (request, response) => {
    const { image_urls } = JSON.parse(await text(request)) as { image_urls: string[] };
    links.push(...image_urls);
    response.end('{"id":"made","status":"pending"}');
  });
  onTestFinished(service.close);
  const videoGenerationApi = await importCredential(real.client, {
    ...{ name: 'Files', type: 'videoGenerationApi' },
    data: { baseUrl: service.url, apiKey: 'key-that-is-secret' },
  });
  const file = {
    ...{ name: 'File', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1 },
    parameters: {
      ...{ operation: 'toBinary', sourceProperty: 'prompt' },
      options: { fileName: 'download', mimeType: 'application/octet-stream' },
    },
  };
  const parameters = {
    ...{ operation: 'create', mode: 'imageToVideo', prompt: 'A boat' },
    firstFrameSource: 'binary',
  };
  const create = { ...createNode(parameters), credentials: { videoGenerationApi } };
  const made = line('unknown-type', [picture.toString('base64')], [file, create]);
  expect(releases(await end(await start(made)))).toMatchObject([
    [{ json: { id: 'made', paid: 'yes' } }],
  ]);
  const served = await fetch(links[0]!);
  expect(served.headers.get('content-type')).toContain('image/png');
  expect(Buffer.from(await served.arrayBuffer())).toEqual(picture);
});
