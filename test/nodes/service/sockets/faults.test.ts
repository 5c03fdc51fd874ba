import '../../../engine/runWorkflow.ts';
import type { SsrfProtectionConfig as Config } from '@n8n/config';
import type * as diModule from '@n8n/di';
import nock from 'nock';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setDefaultCACertificates } from 'node:tls';
import { createGzip } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callInNode } from '../../../engine/callInNode.ts';
import type { connectService as Connect } from '../../../../nodes/service/connectService.ts';
import { certificates, startBroken, type BrokenServer } from './servers.ts';

const require = createRequire(import.meta.url);
const { connectService } = require('../../../../dist/nodes/service/connectService.js') as {
  connectService: typeof Connect;
};
const { Container } = require('@n8n/di') as typeof diModule;
const { SsrfProtectionConfig } = require('@n8n/config') as { SsrfProtectionConfig: typeof Config };

const timeoutMs = 30_000;
const proxyVariable = 'HTTPS_PROXY';
const open: BrokenServer[] = [];

beforeAll(() => {
  nock.restore();
  setDefaultCACertificates(Object.values(certificates));
});
afterAll(() => nock.activate());
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  delete process.env[proxyVariable];
  Container.get(SsrfProtectionConfig).enabled = false;
});

/** What a create request comes to, sent by a node of n8n's engine. */
const create = (baseUrl: string) =>
  callInNode({ baseUrl, apiKey: 'key-that-is-secret' }, async (context) => {
    const service = await connectService(context);
    return await service.createVideo({ model: 'm', prompt: 'p' } as never, { timeoutMs });
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

  it('is answered with no more than can be read: 300 MB in a gzip, 100,000 levels, a drip', async () => {
    const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
    const begin = '{"x":[';
    const drip = (socket: Socket) => {
      socket.write(`${head}\r\n${begin}"`);
      const drops = 'x'.repeat(1_000);
      const drop = () => socket.writable && socket.write(drops, () => setImmediate(drop));
      drop();
    };
    const zip = (socket: Socket) => {
      socket.write(`${head}content-encoding: gzip\r\n\r\n`);
      const many = function* () {
        yield `${begin}"`;
        for (let n = 0; n < 300; n++) yield 'x'.repeat(1e6);
      };
      Readable.from(many()).pipe(createGzip()).pipe(socket);
    };
    for (const answer of [say(`${head}\r\n${begin}${'['.repeat(100_000)}`), drip, zip])
      expect(await create((await up(answer)).url)).toEqual({
        kind: 'unreadable',
        httpStatus: 200,
        detail: 'the answer is larger than an answer of this service can be',
      });
  });
});
