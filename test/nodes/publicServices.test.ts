import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import type { IBinaryKeyData, IConnections, INode, IRun } from 'n8n-workflow';
import nock from 'nock';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../engine/fakeService.ts';
import { useFileStorage } from '../engine/fileStorage.ts';
import { node, to } from '../engine/node.ts';
import {
  billing,
  family,
  publicService,
  refusal,
  taskOf,
  unknownModel,
  usage,
  videoOf,
} from '../engine/publicService.ts';
import { testCredential } from '../engine/runNode.ts';
import { runWorkflow } from '../engine/runWorkflow.ts';
import { haveSendSettings } from '../engine/sendSettings.ts';
import {
  beginPromises,
  errorOf,
  itemsIn,
  jsonIn,
  nodeName,
  runsOf,
  runToEnd,
  table,
  type Setup,
} from '../promises/scene.ts';
import { call } from './VideoFinishedTrigger/scene.ts';

const require = createRequire(import.meta.url);
const { BinaryDataService } = require('n8n-core') as typeof coreModule;
const { Container } = require('@n8n/di') as typeof diModule;

beginPromises();
haveSendSettings({ busyMs: 90_000 });

/** The account as a person has it at such a service. */
const credential = { ...testCredential, modelFamily: family };
const play = async (setup: Setup = {}) =>
  await runToEnd(table(['A paper boat'], { credential, ...setup }));

/** What a person reads of an execution that failed, and what a workflow can decide by. */
function told(run: IRun) {
  const { message, description, context = {} } = errorOf(run)!;
  const { reason, paid, taskId, codes } = context;
  return { message, description, reason, paid, taskId, codes };
}

interface Example {
  nodes: INode[];
  connections: IConnections;
}

/**
 * An example as it stands, behind what it starts from. Nodes of n8n's own make files of a picture there,
 * or put the file on a disk, and are left out.
 */
function exampleOf(name: string, binary: IBinaryKeyData) {
  const text = readFileSync(`examples/${name}.json`, 'utf8');
  const { nodes, connections } = JSON.parse(text) as Example;
  const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-video-generation.'));
  const kept = ours.map((one) => ({
    ...one,
    credentials: { videoGenerationApi: { id: '1', name: 'test' } },
  }));
  const first = ours.find(({ type }) => type.endsWith('createVideo'))!;
  const last = ours.at(-1)!;
  const between = Object.entries(connections).filter(
    ([from]) => from !== last.name && ours.some(({ name }) => name === from),
  );
  return {
    credential,
    nodes: [
      node('Items', 'test.items', { parameters: { items: [{ json: {}, binary }] as never } }),
      ...kept,
      node('After', 'test.pass'),
    ],
    connections: {
      ...Object.fromEntries(between),
      Items: { main: [to(first.name)] },
      [last.name]: { main: [to('After')] },
    },
  };
}

describe('the examples, unchanged, with the family in the credential', () => {
  const store = async (fileName: string) =>
    await Container.get(BinaryDataService).store(
      { type: 'execution', workflowId: 'test', executionId: '7' },
      Buffer.from(fileName),
      { data: '', mimeType: 'image/jpeg', fileName },
    );

  it.each([
    ['text-to-video', ['text-to-video']],
    ['image-to-video', ['image-to-video']],
    ['image-pair-to-video', ['image-to-video']],
    ['reference-to-video', ['fast-text-to-video', 'reference-to-video']],
    ['download-and-hand-on', ['text-to-video']],
  ])('%s delivers its video', async (name, suffixes) => {
    await useFileStorage();
    const [data, first, last] = await Promise.all(['a', 'b', 'c'].map(store));
    const files = { data: data!, first: first!, last: last! };
    const service = publicService();
    const run = await runToEnd(exampleOf(name, name.startsWith('image') ? files : {}));
    expect(errorOf(run)).toBeUndefined();
    expect(service.models).toEqual(suffixes.map((suffix) => `${family}-${suffix}`));
    const [item] = itemsIn(run, 'After');
    expect(item!.json).toMatchObject({
      status: 'completed',
      videoUrl: expect.any(String) as string,
    });
    expect(item!.binary?.data?.mimeType).toBe('video/mp4');
  });
});

const setFamily =
  'Set Model Family in the Video Generation API credential to what the names of your service’s models begin with.';
const ofModel = (status: number) =>
  `Nothing was charged. The service refused the model (HTTP ${status}). ${setFamily} If you chose Other…, correct Model ID instead. If the name is right, your account can’t use that model. Then try again.`;
const ofRequest =
  'Nothing was charged. The service refused the request (HTTP 400). Fix the problem it names.';
const noService = 'There is no video service at http://service.test (HTTP 404)';
const checkUrl =
  'Nothing was charged. Check the Base URL of the Video Generation API credential. Then try again.';

describe('what a builder reads of a refusal', () => {
  it.each<[string, Reply, reason: string, message: string, description: string, codes?: string]>([
    [
      'a model that the service doesn’t have',
      unknownModel,
      'modelRefused',
      'Specified model not found',
      ofModel(404),
      'code: model_not_found',
    ],
    [
      'a model that is closed to the account',
      refusal(403, { code: 403, message: 'Access denied for this model' }),
      'modelRefused',
      'Access denied for this model',
      ofModel(403),
      'code: 403',
    ],
    [
      'a bad request for its model',
      refusal(400, { code: 'invalid_request', message: 'This model does not exist' }),
      'refused',
      'This model does not exist',
      `${ofRequest} If it means the model’s name, s${setFamily.slice(1)} Then try again.`,
      'code: invalid_request',
    ],
    [
      'a blocked prompt',
      refusal(400, {
        code: 'content_policy_violation',
        message: 'The prompt was blocked by the content policy',
        fallback_suggestion: 'change the prompt',
      }),
      'refused',
      'The prompt was blocked by the content policy. Change the prompt',
      `${ofRequest} Then try again.`,
      'code: content_policy_violation',
    ],
    [
      'an empty account',
      refusal(402, { code: 'insufficient_quota', message: 'The balance of 12 credits is too low' }),
      'noCredit',
      'The balance of 12 credits is too low',
      'Nothing was charged. Your account at the service has no credit left (HTTP 402). Top up your account at the service. If it has credit, look whether your API key has a limit of its own. Then try again.',
      'code: insufficient_quota',
    ],
    [
      'a wrong key',
      refusal(401, { code: 401, message: 'The API key is not valid' }),
      'unauthorized',
      'The API key is not valid',
      'Nothing was charged. The service refused the API key (HTTP 401). Check the API key and the Base URL of the Video Generation API credential. Then try again.',
      'code: 401',
    ],
    [
      'too many requests, to the end of its patience',
      refusal(429, {
        code: 'rate_limit_exceeded',
        message: 'Too many requests',
        fallback_suggestion: 'retry after 60 seconds',
      }),
      'busy',
      'Too many requests. Retry after 60 seconds',
      'Nothing was charged. The service is too busy to accept this request (HTTP 429). Wait a while. Then try again.',
      'code: rate_limit_exceeded',
    ],
    [
      'a page, whatever it speaks of',
      { status: 404, body: '<h1>Our models</h1>', headers: { 'content-type': 'text/html' } },
      'noService',
      noService,
      `${checkUrl} Details: Our models`,
    ],
    ['silence', { status: 404, body: '' }, 'noService', noService, checkUrl],
  ])('is, of %s, the service’s own sentence and what to do', async (_, reply, ...words) => {
    const [reason, message, description, code] = words;
    const service = publicService({ create: () => reply });
    const run = await play();
    const codes = code && `type: api_error; ${code}; request_id: req_8f21`;
    expect(told(run)).toEqual({ ...{ message, description, reason, paid: 'no', codes } });
    expect(service.requests.every(({ method }) => method === 'POST')).toBe(true);
  });

  it('takes the ID of a request for no task’s where the service may have made one', async () => {
    publicService({
      create: () => refusal(500, { code: 'server_error', message: 'Something went wrong' }),
    });
    expect(told(await play())).toEqual({
      message: 'The service had a problem while it was handling the request (HTTP 500)',
      description:
        'The video may have been created and charged. Check the service’s dashboard before you order this again. Details: Something went wrong',
      ...{ reason: 'serviceFault', paid: 'unknown' },
      codes: 'type: api_error; code: server_error; request_id: req_8f21',
    });
  });

  it('tells a table of rows each sentence once, however different its request IDs', async () => {
    let nth = 0;
    publicService({
      create: () => ({
        status: 403,
        body: { error: { message: 'No access to this model', request_id: nth++ } },
      }),
    });
    const { message, description } = errorOf(await play({ ...table(['A', 'B', 'C']) }))!;
    expect(message).toBe('No access to this model.');
    expect(description).not.toContain('Other problems');
  });
});

describe('429', () => {
  it.each([
    ['without Retry-After', {}, 0],
    ['with Retry-After', { 'retry-after': '40' }, 40_000],
  ])('%s is waited for, and the video comes', async (_, headers, leastMs) => {
    const sentAtMs: number[] = [];
    const busy = refusal(429, { code: 429, message: 'Too many requests' }, headers);
    publicService({
      create(nth) {
        sentAtMs.push(Date.now());
        return nth === 1 ? busy : undefined;
      },
    });
    expect(jsonIn(await play(), 'After')).toMatchObject([{ status: 'completed', paid: 'yes' }]);
    expect(sentAtMs).toHaveLength(2);
    expect(sentAtMs[1]! - sentAtMs[0]!).toBeGreaterThanOrEqual(leastMs);
  });
});

const lookAtMoney = 'Check the service’s dashboard to see whether the video was charged.';
const orderAgain = 'If you still want the video, order it again.';

describe('what a builder reads of a task that failed', () => {
  const error = (code: string, message: string) => ({ status: 'failed', error: { code, message } });
  it.each<[object, message: string, advice: string]>([
    [
      error('content_policy_violation', 'The content was rejected'),
      'Task task_1 failed: The content was rejected (content_policy_violation)',
      'The reason can lie in the request, so change it first.',
    ],
    [
      error('generation_timeout', 'The generation took too long'),
      'Task task_1 failed: The generation took too long (generation_timeout)',
      'The reason lies with the service, so the same request may work later.',
    ],
    [
      { status: 'cancelled', error: { code: 'request_cancelled', message: 'It was cancelled' } },
      'Task task_1 ended with status "cancelled": It was cancelled (request_cancelled)',
      'It was cancelled at the service.',
    ],
    [
      error('E_31', 'Something went wrong'),
      'Task task_1 failed: Something went wrong (E_31)',
      'The service gives no reason that we know, so its support can say more.',
    ],
  ])('%o', async (ended, message, advice) => {
    const last = { progress: 0, usage, billing, ...ended };
    publicService({ read: (_, look) => (look > 1 ? last : undefined) });
    const run = await play();
    expect(told(run)).toEqual({
      message,
      description: `${lookAtMoney} ${advice} ${orderAgain}`,
      ...{ reason: 'failed', paid: 'unknown', taskId: 'task_1' },
    });
    expect(errorOf(run)!.context!.task).toMatchObject({
      usage,
      billing,
      model: `${family}-text-to-video`,
    });
  });
});

describe('what a video cost', () => {
  const [made, last] = [{ usage, task_info: expect.anything() as object }, { billing }];

  it('comes with everything, as the create answer and the last look told it', async () => {
    publicService();
    const options = { output: 'everything' };
    const [json] = jsonIn(await play({ parameters: { options } }), 'After');
    expect(json).toMatchObject({ ...made, ...last, progress: 100, paid: 'yes' });
  });

  it('comes as it stands where the output is simplified', async () => {
    publicService();
    expect(jsonIn(await play(), 'After')).toEqual([
      {
        ...{ prompt: 'A paper boat', own: 'A paper boat', id: 'task_1', paid: 'yes', usage },
        ...{ status: 'completed', videoUrl: videoOf('task_1') },
      },
    ]);
  });

  it('comes from Create, and stands once behind Wait for Video, which read the same', async () => {
    publicService({ read: () => ({ status: 'completed', results: [videoOf('task_1')], usage }) });
    const test = table(['A paper boat'], { credential, parameters: { operation: 'create' } });
    const wait = node('Wait', 'n8n-nodes-video-generation.waitForVideo', {
      credentials: { videoGenerationApi: { id: '1', name: 'test' } },
    });
    const connections = { ...test.connections, [nodeName]: { main: [to('Wait')] } };
    Object.assign(connections, { Wait: { main: [to('After')] } });
    const run = await runToEnd({ ...test, nodes: [...test.nodes, wait], connections });
    expect(jsonIn(run, nodeName)).toMatchObject([{ usage }]);
    const [json] = jsonIn(run, 'After');
    expect(json).toMatchObject({ status: 'completed', usage });
    expect(json).not.toHaveProperty('inputUsage');
  });

  it('is told newly where the last look tells another', async () => {
    const used = { credits_used: 45 };
    const results = [videoOf('task_1')];
    publicService({ read: () => ({ status: 'completed', results, usage: used }) });
    expect(jsonIn(await play(), 'After')).toMatchObject([{ usage: used }]);
  });
});

it('a sleeping execution tells the service’s own estimate', async () => {
  publicService();
  const run = await runWorkflow(table(['A paper boat'], { credential }));
  const [{ hints = [] } = {}] = runsOf(run, nodeName);
  expect(hints.map(({ message }) => message).join()).toContain(
    '<br>task_1: pending, 0 %, about 10 min in all by the service’s estimate',
  );
});

it('a link that has expired is read anew, and the video comes', async () => {
  nock('https://files.test').get('/expired').reply(403, 'expired');
  publicService({
    read(id, look) {
      const results = [look === 1 ? 'https://files.test/expired' : videoOf(id)];
      return { status: 'completed', results };
    },
  });
  const [item] = itemsIn(await play(), 'After');
  expect(item!.binary?.data?.mimeType).toBe('video/mp4');
  expect(item!.json.videoUrl).toBe(videoOf('task_1'));
});

describe('a callback to the trigger', () => {
  it.each(['completed', 'failed', 'cancelled'])(
    'that says %s starts the workflow',
    async (status) => {
      const results = [videoOf('task_1')];
      const ended = { status, usage, ...(status === 'completed' && { results }) };
      publicService({ read: () => ended });
      const { items, httpStatus } = await call(taskOf('task_1', ended));
      expect(httpStatus).toBe(200);
      expect(items).toMatchObject([{ json: { id: 'task_1', status, usage } }]);
    },
  );
});
