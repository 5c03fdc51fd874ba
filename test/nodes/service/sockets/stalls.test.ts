import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type * as coreModule from 'n8n-core';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { downloadVideo as Download } from '../../../../nodes/service/downloadVideo.ts';
import type { openFilePorts as OpenPorts } from '../../../../nodes/service/filePorts.ts';
import type { connectService as Connect } from '../../../../nodes/service/connectService.ts';
import type { testVideoGenerationApi as TestFunction } from '../../../../nodes/service/testCredential.ts';
import { callInNode } from '../../../engine/callInNode.ts';
import { useFileStorage } from '../../../engine/fileStorage.ts';
import { node } from '../../../engine/node.ts';
import { callWebhook } from '../../../engine/runWorkflow.ts';
import { untilQuiet } from '../../../engine/virtualTime.ts';
import { listen } from '../../../listen.ts';

const require = createRequire(import.meta.url);
const built = <Module>(name: string) =>
  require(`../../../../dist/nodes/service/${name}.js`) as Module;
const { connectService } = built<{ connectService: typeof Connect }>('connectService');
const { downloadVideo } = built<{ downloadVideo: typeof Download }>('downloadVideo');
const { openFilePorts } = built<{ openFilePorts: typeof OpenPorts }>('filePorts');
const { testVideoGenerationApi } = built<{ testVideoGenerationApi: typeof TestFunction }>(
  'testCredential',
);
const { CredentialTestContext } = require('n8n-core') as typeof coreModule;
const { setImmediate } = globalThis;

type Handler = (response: ServerResponse, request: IncomingMessage) => void;

let url = '';
let handler: Handler = () => {};
let close = async () => {};
/** Requests that have come, and their connections that are still there. */
let requests = 0;
let open = 0;

beforeAll(async () => {
  nock.restore();
  await useFileStorage();
});
afterAll(() => nock.activate());
beforeEach(async () => {
  [requests, open] = [0, 0];
  ({ url, close } = await listen((request, response) => {
    requests += 1;
    open += 1;
    request.socket.on('error', () => {}).on('close', () => (open -= 1));
    request.resume();
    handler(response, request);
  }));
  // Node.js's own timers, with which n8n's client bounds a silence, stay as they are: a minute is a
  // minute there. What is late for the nodes is so at once.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await close();
});

const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise<void>((resolve) => void setImmediate(resolve));
};

/** What work comes to, and so many seconds of the nodes' time after its request has come. */
async function timed<Result>(work: Promise<Result>) {
  const before = requests;
  let beganAtMs = performance.now();
  let end: { seconds: number; result: Result } | undefined;
  const watched = work.then((result) => {
    end = { seconds: Math.round((performance.now() - beganAtMs) / 1_000), result };
  });
  for (let second = 0; end === undefined && second < 2_000; second++) {
    await turns(20);
    await untilQuiet();
    await vi.advanceTimersByTimeAsync(requests === before ? 1 : 1_000);
    if (requests === before) [beganAtMs, second] = [performance.now(), 0];
  }
  if (end === undefined) throw new Error('It never ends');
  await watched;
  for (let n = 0; open > 0 && n < 1_000; n++) await turns(1);
  expect(open).toBe(0);
  return end;
}

const dripping = (response: ServerResponse, start: string) => {
  response.write(start);
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
};

/** How a server fails to come to an end. */
const stalls: Array<[name: string, handler: Handler]> = [
  ['says nothing', () => {}],
  [
    'drips its head',
    ({ socket }) => {
      socket!.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket!.write('x-more: 1\r\n'), 5);
      socket!.on('close', () => clearInterval(timer));
    },
  ],
  ['stops within its answer', (response) => void response.write('{"id":"t1","sta')],
  ['drips its answer', (response) => dripping(response, '{"id":"t1","sta')],
];

const credential = () => ({ baseUrl: url, apiKey: 'key-that-is-secret' });

describe('a request to a service that', () => {
  it.each(stalls)('%s ends in time, and its connection with it', async (name, stall) => {
    handler = stall;
    const isSilent = !name.includes('answer');
    const late = isSilent
      ? { kind: 'unanswered', code: '', detail: 'no answer within 30 s' }
      : { kind: 'task', httpStatus: 200, task: { id: 't1' } };
    const request = { model: 'm', prompt: 'p' } as never;
    for (const ask of ['createVideo', 'getTask'] as const) {
      const work = callInNode(credential(), async (context) =>
        (await connectService(context))[ask](request, { timeoutMs: 30_000 }),
      );
      expect(await timed(work)).toEqual({ seconds: 30, result: late });
    }
  });
});

/** A call to the trigger’s URL, as n8n hands it over, and what the caller is answered. */
async function callTrigger() {
  const answer = { status: 0, message: '' };
  const response = {
    setHeader: () => response,
    status: (code: number) => Object.assign(response, void (answer.status = code)),
    json: ({ message }: { message: string }) =>
      Object.assign(response, void (answer.message = message)),
    end: () => response,
  };
  const trigger = node('Trigger', 'n8n-nodes-video-generation.videoFinishedTrigger', {
    parameters: { statuses: ['completed'], respond: 'onReceived' },
    credentials: { videoGenerationApi: { id: '1', name: 'test' } },
  });
  const workflow = { credential: credential(), nodes: [trigger], connections: {} };
  const request = { method: 'POST', ip: '192.0.2.1', rawBody: Buffer.from('{"id":"t1"}') };
  await callWebhook(workflow, 'Trigger', {}, { request, response });
  return answer;
}

describe('the check of a callback, with a service that', () => {
  it.each(stalls)('%s, is answered in time', async (name, stall) => {
    handler = stall;
    const { seconds, result } = await timed(callTrigger());
    // Three looks of ten seconds each, and the pauses between them.
    expect(seconds).toBe(33);
    expect(result).toEqual({ status: 503, message: expect.stringContaining('can’t be checked') });
  });
});

describe('the credential test, of a service that', () => {
  it.each(stalls.slice(0, 3))('%s', async (name, stall) => {
    handler = stall;
    const work = testVideoGenerationApi.call(new CredentialTestContext() as never, {
      data: credential(),
    });
    const { seconds, result } = await timed(work);
    expect(seconds).toBeLessThanOrEqual(15);
    expect(result).toEqual(
      name.includes('answer')
        ? { status: 'OK', message: expect.stringContaining('The service answered') }
        : { status: 'Error', message: expect.stringContaining('no answer within 15 s') },
    );
  });
});

const bytes = Buffer.alloc(5_000, 7);
const video = { 'content-type': 'video/mp4', 'content-length': 100_000 };

describe('a download from a server that', () => {
  it.each<[string, Handler, string, number]>([
    ['says nothing', () => {}, 'no byte arrived for a minute', 60],
    ['drips its head', stalls[1]![1], 'no byte arrived for a minute', 60],
    [
      'sends 5,000 of 100,000 bytes',
      (response) => void response.writeHead(200, video).write(bytes),
      'no byte arrived for a minute',
      60,
    ],
    [
      'sends 5,000 of 100,000 bytes, packed',
      (response) =>
        void response
          .writeHead(200, { ...video, 'content-encoding': 'gzip' })
          .write(bytes.subarray(0, 0)),
      'no byte arrived for a minute',
      60,
    ],
    ['sends an endless page with HTTP 404', (r) => dripping(r.writeHead(404), 'no'), 'HTTP 404', 0],
    [
      'sends on to itself, with an endless page',
      (r) => dripping(r.writeHead(302, { location: url }), 'elsewhere'),
      'the link leads through more than 5 redirects',
      0,
    ],
  ])('%s ends, and its connection with it', async (_, stall, reason, seconds) => {
    handler = stall;
    const work = callInNode(credential(), async (context) =>
      downloadVideo(await openFilePorts(context as never, url), 't1', `${url}/1.mp4`),
    );
    const { seconds: after, result } = await timed(work);
    expect(result).toMatchObject({ reason });
    expect(after).toBeGreaterThanOrEqual(seconds);
    expect(after).toBeLessThanOrEqual(seconds + 2);
  });
});
