import '../../../engine/runWorkflow.ts';
import type { SsrfProtectionConfig as Config } from '@n8n/config';
import type * as diModule from '@n8n/di';
import type * as coreModule from 'n8n-core';
import nock from 'nock';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callInNode } from '../../../engine/callInNode.ts';
import { useFileStorage } from '../../../engine/n8nCore.ts';
import { untilQuiet } from '../../../engine/virtualTime.ts';
import type { connectService as Connect } from '../../../../nodes/service/connectService.ts';
import type { downloadVideo as Download } from '../../../../nodes/service/downloadVideo.ts';
import type { openFilePorts as OpenPorts } from '../../../../nodes/service/filePorts.ts';
import type { testVideoGenerationApi as TestFunction } from '../../../../nodes/service/testCredential.ts';
import { certificates, startBroken, type BrokenServer } from './servers.ts';

const require = createRequire(import.meta.url);
const built = (name: string): unknown => require(`../../../../dist/nodes/service/${name}.js`);
const { connectService } = built('connectService') as { connectService: typeof Connect };
const { downloadVideo } = built('downloadVideo') as { downloadVideo: typeof Download };
const { openFilePorts } = built('filePorts') as { openFilePorts: typeof OpenPorts };
const { testVideoGenerationApi } = built('testCredential') as {
  testVideoGenerationApi: typeof TestFunction;
};
const { Container } = require('@n8n/di') as typeof diModule;
const { SsrfProtectionConfig } = require('@n8n/config') as { SsrfProtectionConfig: typeof Config };
const { CredentialTestContext } = require('n8n-core') as typeof coreModule;
const { setImmediate } = globalThis;

const proxyVariable = 'HTTPS_PROXY';
const open: BrokenServer[] = [];

beforeAll(async () => {
  nock.restore();
  setDefaultCACertificates(Object.values(certificates));
  await useFileStorage();
});
afterAll(() => nock.activate());
afterEach(async () => {
  vi.useRealTimers();
  for (const server of open.splice(0)) await server.close();
  delete process.env[proxyVariable];
  Container.get(SsrfProtectionConfig).enabled = false;
});

const credentialFor = (baseUrl: string) => ({ baseUrl, apiKey: 'key-that-is-secret' });

/** What a create request comes to, sent by a node of n8n's engine. */
const create = (baseUrl: string) =>
  callInNode(credentialFor(baseUrl), async (context) => {
    const service = await connectService(context);
    return await service.createVideo({ model: 'm', prompt: 'p' } as never, { timeoutMs: 30_000 });
  });

const up = async (...how: Parameters<typeof startBroken>) => {
  const server = await startBroken(...how);
  open.push(server);
  return server;
};
const nowhere = (url: string) => ({ url, requests: 0 });

const reset = (socket: Socket) => void socket.resetAndDestroy();
const leave = (socket: Socket) => void socket.end();
const say = (text: string) => (socket: Socket) => void socket.end(`${text}\r\n\r\n`);
const accept = say('HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"id":"t1"}');
const askLogin = say('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0');
const spoilWire = (_socket: Socket, raw: Socket) =>
  void raw.write('this is neither TLS nor HTTP, and long enough to fill a record header');

/** An address at which nobody listens any more. */
const refusedPort = async () => {
  const { url, close } = await startBroken(accept);
  await close();
  return nowhere(url);
};
const behindProxy = async () => {
  process.env[proxyVariable] = (await up(askLogin)).url;
  return nowhere('https://service.test');
};
const blocked = async () => {
  Container.get(SsrfProtectionConfig).enabled = true;
  return await up(accept);
};

type Start = () => Promise<{ url: string; requests: number }>;
type Case = [what: string, start: Start, kind: string, code: string | undefined, requests: number];

describe('a create request', () => {
  it.each<Case>([
    ['a refused port', refusedPort, 'unsent', 'ECONNREFUSED', 0],
    ['a bad certificate', () => up(accept, 'expired'), 'unsent', 'CERT_HAS_EXPIRED', 0],
    ['a proxy that asks for a login, before a tunnel', behindProxy, 'unsent', 'PROXY_LOGIN', 0],
    ['an address that n8n itself blocks', blocked, 'unsent', undefined, 0],
    ['a reset after the request', () => up(reset), 'unanswered', 'ECONNRESET', 1],
    ['an end after the request', () => up(leave), 'unanswered', 'ECONNRESET', 1],
    ['garbage after the request', () => up(spoilWire, 'good'), 'unanswered', undefined, 1],
    ['nothing that is broken, over TLS', () => up(accept, 'good'), 'task', undefined, 1],
  ])('ends as it is certain to after %s', async (_, start, kind, code, requests) => {
    const service = await start();
    expect(await create(service.url)).toMatchObject({ kind, ...(code && { code }) });
    expect(service.requests).toBe(requests);
  });
});

type Stall = Parameters<typeof startBroken>[0];

/** Writes a start, and then a little at a time. */
const drip =
  (start: string, more = ' '): Stall =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(more), 5);
    socket.on('close', () => clearInterval(timer));
  };
const stop =
  (start: string): Stall =>
  (socket) =>
    void socket.write(start);

const silent: Stall = () => {};
const ok = 'HTTP/1.1 200 OK\r\n';
const dripHead = drip(ok, 'x-more: 1\r\n');
const begun = `${ok}content-length: 100000\r\n\r\n{"id":"t1","sta`;

const test = (baseUrl: string) =>
  testVideoGenerationApi.call(new CredentialTestContext() as never, {
    data: credentialFor(baseUrl),
  });
const download = (url: string) =>
  callInNode(credentialFor(url), async (context) =>
    downloadVideo(await openFilePorts(context as never, url), 't1', `${url}/1.mp4`),
  );

describe('a server that never comes to an end', () => {
  // Node.js's own timers, with which n8n's client bounds a silence, stay as they are: a minute is a
  // minute there. What is late for the nodes is so at once.
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
  );

  const turns = async (count: number) => {
    for (let n = 0; n < count; n++)
      await new Promise<void>((resolve) => void setImmediate(resolve));
  };

  /** What work comes to, and so many seconds of the nodes' time after its first request has come. */
  async function timed<Result>(server: BrokenServer, work: Promise<Result>) {
    let beganAtMs = performance.now();
    let end: { seconds: number; result: Result } | undefined;
    const watched = work.then((result) => {
      end = { seconds: Math.round((performance.now() - beganAtMs) / 1_000), result };
    });
    for (let second = 0; end === undefined && second < 2_000; second++) {
      await turns(20);
      await untilQuiet();
      await vi.advanceTimersByTimeAsync(server.requests === 0 ? 1 : 1_000);
      if (server.requests === 0) [beganAtMs, second] = [performance.now(), 0];
    }
    if (end === undefined) throw new Error('It never ends');
    await watched;
    for (let n = 0; server.connections > 0 && n < 1_000; n++) await turns(1);
    return { ...end, connections: server.connections };
  }

  const noAnswer = { kind: 'unanswered', code: '', detail: 'no answer within 30 s' };
  const task = { kind: 'task', httpStatus: 200, task: { id: 't1' } };
  const answered = { status: 'OK' };
  const late = { status: 'Error', message: expect.stringContaining('no answer within 15 s') };
  const noByte = { reason: 'no byte arrived for a minute' };
  const video = `${ok}content-type: video/mp4\r\ncontent-length: 100000\r\n`;
  const elsewhere = drip('HTTP/1.1 302 Found\r\nlocation: /1.mp4\r\n\r\n');

  it.each<[string, Stall, work: (url: string) => Promise<object>, result: object, seconds: number]>(
    [
      ['a request', silent, create, noAnswer, 30],
      ['a request, dripping its head', dripHead, create, noAnswer, 30],
      ['a request, stopping within its answer', stop(begun), create, task, 30],
      ['a request, dripping its answer', drip(begun), create, task, 30],
      ['the credential test', silent, test, late, 15],
      ['the credential test, stopping within its answer', stop(begun), test, answered, 0],
      ['a download', silent, download, noByte, 60],
      ['a download, dripping its head', dripHead, download, noByte, 60],
      ['a download, stopping', stop(`${video}\r\nvideo`), download, noByte, 60],
      [
        'a download, stopping, packed',
        stop(`${video}content-encoding: gzip\r\n\r\n`),
        download,
        noByte,
        60,
      ],
      [
        'a download, with an endless page',
        drip('HTTP/1.1 404 Not Found\r\n\r\n'),
        download,
        { reason: 'HTTP 404' },
        0,
      ],
      [
        'a download, leading to itself',
        elsewhere,
        download,
        { reason: 'the link leads through more than 5 redirects' },
        0,
      ],
    ],
  )('doesn’t hold %s, which ends in time with its connection', async (...row) => {
    const [, stall, work, result, seconds] = row;
    const server = await up(stall);
    expect(await timed(server, work(server.url))).toEqual({
      seconds: expect.toSatisfy((came: number) => came >= seconds && came <= seconds + 2),
      result: expect.objectContaining(result),
      connections: 0,
    });
  });
});
