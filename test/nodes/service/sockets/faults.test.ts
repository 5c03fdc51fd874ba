import '../../../engine/runWorkflow.ts';
import type { SsrfProtectionConfig as Config } from '@n8n/config';
import type * as diModule from '@n8n/di';
import nock from 'nock';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
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

interface Case {
  /** What happens. */
  name: string;
  start: () => Promise<{ url: string; requests: number }>;
  kind: string;
  code?: string | RegExp;
  /** Requests that the service saw, in clear text. */
  requests: number;
}

const provesUnsent: Case[] = [
  {
    name: 'a refused port',
    start: async () => nowhere(await closedUrl()),
    kind: 'unsent',
    code: 'ECONNREFUSED',
    requests: 0,
  },
  {
    name: 'a name that is not found',
    start: async () => nowhere(`http://${unknownName}`),
    kind: 'unsent',
    code: 'ENOTFOUND',
    requests: 0,
  },
  ...(
    [
      ['an expired certificate', 'expired', 'CERT_HAS_EXPIRED'],
      ['a self-signed certificate', 'stranger', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['a certificate of another host', 'elsewhere', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ] as const
  ).map(([name, certificate, code]) => ({
    name,
    start: () => up(startTls(certificate, accept)),
    kind: 'unsent',
    code,
    requests: 0,
  })),
  {
    name: 'a self-signed certificate behind a proxy',
    start: async () => through(startTunnel(), await up(startTls('stranger', accept))),
    kind: 'unsent',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    requests: 0,
  },
  {
    name: 'a proxy that is down',
    start: async () => through(await closedUrl(), 'http://service.test'),
    kind: 'unsent',
    code: 'ECONNREFUSED',
    requests: 0,
  },
  {
    name: 'a proxy that asks for a login',
    start: () =>
      through(startPlain(status('407 Proxy Authentication Required')), 'http://service.test'),
    kind: 'unsent',
    code: 'PROXY_LOGIN',
    requests: 0,
  },
  {
    name: 'a proxy that asks for a login, before a tunnel',
    start: () =>
      through(startPlain(status('407 Proxy Authentication Required')), 'https://service.test'),
    kind: 'unsent',
    code: 'PROXY_LOGIN',
    requests: 0,
  },
  {
    name: 'an address that n8n itself blocks',
    start: async () => {
      Container.get(SsrfProtectionConfig).enabled = true;
      return up(startPlain(accept));
    },
    kind: 'unsent',
    requests: 0,
  },
];

// The first ones did leave nothing, but their error looks like that of one that came after.
const provesNothing: Case[] = [
  {
    name: 'garbage in place of a handshake',
    start: () => up(startBare(say(garbage))),
    kind: 'unanswered',
    code: 'EPROTO',
    requests: 0,
  },
  {
    name: 'a reset amid the handshake',
    start: () => up(startBare(reset)),
    kind: 'unanswered',
    code: 'ECONNRESET',
    requests: 0,
  },
  {
    name: 'garbage on the wire after the request',
    start: () => up(startTls('good', spoilWire)),
    kind: 'unanswered',
    code: 'ERR_SSL_BAD_RECORD_TYPE',
    requests: 1,
  },
  {
    name: 'a reset after the request',
    start: () => up(startPlain(reset)),
    kind: 'unanswered',
    code: 'ECONNRESET',
    requests: 1,
  },
  {
    name: 'a connection that closes after the request',
    start: () => up(startPlain(leave)),
    kind: 'unanswered',
    code: 'ECONNRESET',
    requests: 1,
  },
  {
    name: 'an answer with endless headers',
    start: () => up(startPlain(say(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`))),
    kind: 'unanswered',
    code: 'HPE_HEADER_OVERFLOW',
    requests: 1,
  },
  {
    name: 'a proxy that closes before it has a tunnel',
    start: () => through(startPlain(leave), 'https://service.test'),
    kind: 'unanswered',
    requests: 0,
  },
  {
    name: 'a proxy that resets inside its tunnel',
    start: () =>
      through(
        startPlain((socket) => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.once('data', () => reset(socket));
        }),
        'https://service.test',
      ),
    kind: 'unanswered',
    code: 'ECONNRESET',
    requests: 0,
  },
  {
    name: 'a proxy that answers 502',
    start: () => through(startPlain(status('502 Bad Gateway')), 'http://service.test'),
    kind: 'faulty',
    requests: 0,
  },
];

describe('a create request', () => {
  const check = async ({ start, kind, code, requests }: Case) => {
    const service = await start();
    const answer = await create(service.url);
    expect(answer.kind).toBe(kind);
    if (code) expect(answer).toMatchObject({ code: expect.stringMatching(code) });
    expect(service.requests).toBe(requests);
  };

  it.each(provesUnsent)('has certainly not left after $name', check);
  it.each(provesNothing)('may have left after $name', check);

  it('arrives where nothing is broken, over TLS and through a proxy', async () => {
    const service = await up(startTls('good', accept));
    expect(await create(service.url)).toMatchObject({ kind: 'task', task: { id: 't1' } });
    await through(startTunnel(), service);
    expect(await create(service.url)).toMatchObject({ kind: 'task', task: { id: 't1' } });
    expect(service.requests).toBe(2);
  });
});
