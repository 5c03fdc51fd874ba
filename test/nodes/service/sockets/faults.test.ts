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
import {
  certificates,
  closedUrl,
  garbage,
  startBare,
  startPlain,
  startTls,
  startTunnel,
  type BrokenServer,
} from './servers.ts';

const require = createRequire(import.meta.url);
const { connectService } = require('../../../../dist/nodes/service/connectService.js') as {
  connectService: typeof Connect;
};
const { Container } = require('@n8n/di') as typeof diModule;
const { SsrfProtectionConfig } = require('@n8n/config') as { SsrfProtectionConfig: typeof Config };

const timeoutMs = 30_000;
const unknownName = `${'a'.repeat(64)}.test`;
const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY'];
const open: BrokenServer[] = [];

beforeAll(() => {
  nock.restore();
  const { good, expired, elsewhere } = certificates;
  setDefaultCACertificates([good, expired, elsewhere]);
});
afterAll(() => nock.activate());
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  for (const variable of proxyVariables) delete process.env[variable];
  Container.get(SsrfProtectionConfig).enabled = false;
});

/** What a create request comes to, sent by a node of n8n's engine. */
const create = (baseUrl: string) =>
  callInNode({ baseUrl, apiKey: 'key-that-is-secret' }, async (context) => {
    const service = await connectService(context);
    return await service.createVideo({ model: 'm', prompt: 'p' } as never, { timeoutMs });
  });

const up = async (starting: Promise<BrokenServer>) => {
  const server = await starting;
  open.push(server);
  return server;
};
/** Sends everything through a proxy; what counts are the requests that reach `service`. */
const through = async (proxy: string | Promise<BrokenServer>, service: BrokenServer | string) => {
  const url = typeof proxy === 'string' ? proxy : (await up(proxy)).url;
  for (const variable of proxyVariables) process.env[variable] = url;
  return typeof service === 'string' ? { url: service, requests: 0 } : service;
};
const nowhere = (url: string) => ({ url, requests: 0 });

const reset = (socket: Socket) => void socket.resetAndDestroy();
const leave = (socket: Socket) => void socket.end();
const say = (text: string) => (socket: Socket) => void socket.end(`${text}\r\n\r\n`);
const accept = say('HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"id":"t1"}');
const status = (line: string) => say(`HTTP/1.1 ${line}\r\ncontent-length: 0`);
const spoilWire = (_socket: Socket, _text: string, raw: Socket) => void raw.write(garbage);

type Start = () => Promise<{ url: string; requests: number }>;
/** What happens, what the request comes to, with which code, and how many the service saw. */
type Case = [what: string, start: Start, kind: string, code: string, requests: number];

const needsLogin = () => startPlain(status('407 Proxy Authentication Required'));

const provesUnsent: Case[] = [
  ['a refused port', async () => nowhere(await closedUrl()), 'unsent', 'ECONNREFUSED', 0],
  [
    'a name that is not found',
    async () => nowhere(`http://${unknownName}`),
    'unsent',
    'ENOTFOUND',
    0,
  ],
  ...(
    [
      ['an expired certificate', 'expired', 'CERT_HAS_EXPIRED'],
      ['a self-signed certificate', 'stranger', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['a certificate of another host', 'elsewhere', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ] as const
  ).map(([what, certificate, code]): Case => {
    return [what, () => up(startTls(certificate, accept)), 'unsent', code, 0];
  }),
  [
    'a self-signed certificate behind a proxy',
    async () => through(startTunnel(), await up(startTls('stranger', accept))),
    'unsent',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    0,
  ],
  [
    'a proxy that asks for a login, before a tunnel',
    () => through(needsLogin(), 'https://service.test'),
    'unsent',
    'PROXY_LOGIN',
    0,
  ],
  [
    'an address that n8n itself blocks',
    async () => {
      Container.get(SsrfProtectionConfig).enabled = true;
      return up(startPlain(accept));
    },
    'unsent',
    '',
    0,
  ],
];

// The first ones did leave nothing, but their error looks like that of one that came after.
const provesNothing: Case[] = [
  ['garbage in place of a handshake', () => up(startBare(say(garbage))), 'unanswered', 'EPROTO', 0],
  ['a reset amid the handshake', () => up(startBare(reset)), 'unanswered', 'ECONNRESET', 0],
  [
    'garbage on the wire after the request',
    () => up(startTls('good', spoilWire)),
    'unanswered',
    'ERR_SSL_BAD_RECORD_TYPE',
    1,
  ],
  ['a reset after the request', () => up(startPlain(reset)), 'unanswered', 'ECONNRESET', 1],
  [
    'a connection that closes after the request',
    () => up(startPlain(leave)),
    'unanswered',
    'ECONNRESET',
    1,
  ],
  [
    'an answer with endless headers',
    () => up(startPlain(say(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`))),
    'unanswered',
    'HPE_HEADER_OVERFLOW',
    1,
  ],
  [
    'a proxy that closes before it has a tunnel',
    () => through(startPlain(leave), 'https://service.test'),
    'unanswered',
    '',
    0,
  ],
  [
    'a proxy that resets inside its tunnel',
    () =>
      through(
        startPlain((socket) => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.once('data', () => reset(socket));
        }),
        'https://service.test',
      ),
    'unanswered',
    'ECONNRESET',
    0,
  ],
  [
    'a proxy that answers 502',
    () => through(startPlain(status('502 Bad Gateway')), 'http://service.test'),
    'faulty',
    '',
    0,
  ],
];

describe('a create request', () => {
  const check = async (...[, start, kind, code, requests]: Case) => {
    const service = await start();
    const answer = await create(service.url);
    expect(answer.kind).toBe(kind);
    if (code) expect(answer).toMatchObject({ code });
    expect(service.requests).toBe(requests);
  };

  it.each(provesUnsent)('has certainly not left after %s', check);
  it.each(provesNothing)('may have left after %s', check);

  it('arrives where nothing is broken, over TLS and through a proxy', async () => {
    const service = await up(startTls('good', accept));
    expect(await create(service.url)).toMatchObject({ kind: 'task', task: { id: 't1' } });
    await through(startTunnel(), service);
    expect(await create(service.url)).toMatchObject({ kind: 'task', task: { id: 't1' } });
    expect(service.requests).toBe(2);
  });

  it('is answered with no more than can be read: 300 MB in a gzip, 100,000 levels, a drip', async () => {
    const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
    const begin = '{"x":[';
    const drip = (socket: Socket) => {
      socket.write(`${head}\r\n${begin}"`);
      const drop = () => socket.writable && socket.write('x', () => setImmediate(drop));
      drop();
    };
    const zip = (socket: Socket) => {
      const packed = createGzip();
      socket.write(`${head}content-encoding: gzip\r\n\r\n`);
      const many = function* () {
        yield `${begin}"`;
        for (let n = 0; n < 300; n++) yield 'x'.repeat(1e6);
      };
      Readable.from(many()).pipe(packed).pipe(socket);
    };
    for (const answer of [say(`${head}\r\n${begin}${'['.repeat(100_000)}`), drip, zip]) {
      const service = await up(startPlain(answer));
      expect(await create(service.url)).toEqual({
        kind: 'unreadable',
        httpStatus: 200,
        detail: 'the answer is larger than an answer of this service can be',
      });
    }
  });
});
