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
import { useFileStorage } from '../../../engine/n8nCore.ts';
import { untilQuiet } from '../../../engine/virtualTime.ts';
import { listen } from '../../../listen.ts';

const require = createRequire(import.meta.url);
const built = (name: string): unknown => require(`../../../../dist/nodes/service/${name}.js`);
const { connectService } = built('connectService') as { connectService: typeof Connect };
const { downloadVideo } = built('downloadVideo') as { downloadVideo: typeof Download };
const { openFilePorts } = built('filePorts') as { openFilePorts: typeof OpenPorts };
const { testVideoGenerationApi } = built('testCredential') as {
  testVideoGenerationApi: typeof TestFunction;
};
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

/** Writes a start, and then a little at a time. */
const drip = (stream: NodeJS.WritableStream, start: string, more = ' ') => {
  stream.write(start);
  const timer = setInterval(() => stream.write(more), 5);
  stream.on('close', () => clearInterval(timer));
};
const dripHead: Handler = ({ socket }) => drip(socket!, 'HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n');

/** How a server fails to come to an end. */
const stalls: Array<[name: string, handler: Handler]> = [
  ['says nothing', () => {}],
  ['drips its head', dripHead],
  ['stops within its answer', (response) => void response.write('{"id":"t1","sta')],
  ['drips its answer', (response) => drip(response, '{"id":"t1","sta')],
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

const video = { 'content-type': 'video/mp4', 'content-length': 100_000 };
const packed = { ...video, 'content-encoding': 'gzip' };

describe('a download from a server that', () => {
  const silent = ['no byte arrived for a minute', 60] as const;
  it.each<[string, Handler, string, number]>([
    ['says nothing', () => {}, ...silent],
    ['drips its head', dripHead, ...silent],
    ['stops', (response) => void response.writeHead(200, video).write('video'), ...silent],
    ['stops, packed', (response) => void response.writeHead(200, packed).write(''), ...silent],
    ['sends an endless page with HTTP 404', (r) => drip(r.writeHead(404), 'no'), 'HTTP 404', 0],
    [
      'sends on to itself, with an endless page',
      (response) => drip(response.writeHead(302, { location: url }), 'elsewhere'),
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
