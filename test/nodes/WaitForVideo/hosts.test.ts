import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readStored, useFileStorage } from '../../engine/fileStorage.ts';
import { hasten } from '../../engine/hasten.ts';
import { runNode, testCredential, type NodeRun } from '../../engine/runNode.ts';

hasten();

// Random bytes, which grow when they are packed, behind the beginning of an MP4.
const bytes = randomBytes(50_000);
bytes.write('\x00\x00\x00\x18ftypisom', 'latin1');
const zeros = Buffer.alloc(50_000);
zeros.write('\x00\x00\x00\x18ftypisom', 'latin1');

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
const servers: Server[] = [];
let sent: { url: string; headers: IncomingMessage['headers'] }[] = [];

beforeAll(useFileStorage);
afterEach(() => {
  nock.cleanAll();
  nock.restore();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server on a random port of loopback. */
async function listen(handle: Handle): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service whose one task is completed, and a host of its file at the address `/video`. */
async function host(handle: Handle): Promise<string> {
  sent = [];
  const files = await listen((request, response) => {
    sent.push({ url: request.url!, headers: request.headers });
    handle(request, response);
  });
  const results = [`${files}/video`];
  return await listen((_, response) =>
    response.end(JSON.stringify({ status: 'completed', results })),
  );
}

const download = (baseUrl: string, more: Partial<NodeRun> = {}) =>
  runNode({
    type: 'waitForVideo',
    items: [{ json: { id: 'a' } }],
    credential: { ...testCredential, baseUrl },
    settings: { onError: 'continueErrorOutput' },
    ...more,
    parameters: {
      taskId: '={{ $json.id }}',
      options: { timeLimitMinutes: 1 },
      ...more.parameters,
    },
  });

const send =
  (body: Buffer | string, headers: Record<string, string | number> = {}): Handle =>
  (_, response) =>
    response.writeHead(200, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);

describe('WaitForVideo, download, from hosts of all kinds', () => {
  const saved: { title: string; handle: Handle; want?: Buffer }[] = [
    {
      title: 'compressed with gzip although it was not asked for',
      handle: send(gzipSync(bytes), { 'content-type': 'video/mp4', 'content-encoding': 'gzip' }),
    },
    {
      title: 'compressed with gzip to far less',
      handle: send(gzipSync(zeros), { 'content-type': 'video/mp4', 'content-encoding': 'gzip' }),
      want: zeros,
    },
    {
      title: 'compressed with br',
      handle: send(brotliCompressSync(bytes), {
        'content-type': 'video/mp4',
        'content-encoding': 'br',
      }),
    },
    {
      title: 'compressed with deflate',
      handle: send(deflateSync(bytes), {
        'content-type': 'video/mp4',
        'content-encoding': 'deflate',
      }),
    },
    {
      title: 'named as not compressed',
      handle: send(bytes, { 'content-type': 'video/mp4', 'content-encoding': 'identity' }),
    },
    {
      title: 'without a length',
      handle: (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(bytes),
    },
    { title: 'without a type', handle: send(bytes) },
    ...[
      'application/mp4',
      'application/octet-stream',
      'binary/octet-stream',
      'application/force-download',
      'application/x-download',
      'video/MP4; codecs="avc1.64001F"',
    ].map((type) => ({ title: `as ${type}`, handle: send(bytes, { 'content-type': type }) })),
    {
      title: 'with another name in Content-Disposition',
      handle: send(bytes, {
        'content-type': 'video/mp4',
        'content-disposition': 'attachment; filename="../../evil.exe"',
      }),
    },
    {
      title: 'in small pieces',
      handle: (_, response) => {
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        let at = 0;
        const more = () => {
          if (at >= 200) return response.end(bytes.subarray(at));
          response.write(bytes.subarray(at, (at += 5)), () => setImmediate(more));
        };
        more();
      },
    },
    {
      title: 'behind redirects, absolute and relative',
      handle: (request, response) => {
        const steps: Record<string, string> = { '/video': '/two', '/two': '/three?sig=a%2Fb' };
        const location = steps[request.url!];
        if (location === undefined) return send(bytes)(request, response);
        response.writeHead(302, { location }).end('moved');
      },
    },
  ];
  it.each(saved)('takes a file that comes $title', async ({ handle, want }) => {
    const { outputs } = await download(await host(handle));
    const binary = outputs[0]?.[0]?.binary?.data;
    expect(outputs[1]?.[0]?.json).toBeUndefined();
    expect(await readStored(binary!)).toEqual(want ?? bytes);
    expect(binary).toMatchObject({ mimeType: 'video/mp4', fileName: 'a.mp4' });
    expect(sent[0]?.headers['accept-encoding']).toBe('identity');
    for (const { headers } of sent) expect(headers.authorization).toBeUndefined();
  });

  const refused: {
    title: string;
    handle: Handle;
    reason: string | RegExp;
    requests?: number;
  }[] = [
    {
      title: 'a playlist',
      handle: send('#EXTM3U\n', { 'content-type': 'application/x-mpegurl' }),
      reason: 'the link leads to application/x-mpegurl, not to a video',
    },
    {
      title: 'a part of a file',
      handle: (_, response) =>
        response
          .writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 0-9/100' })
          .end('0123456789'),
      reason: 'HTTP 206',
    },
    {
      title: 'nothing',
      handle: send('', { 'content-type': 'video/mp4' }),
      reason: 'the file is empty',
      requests: 3,
    },
    {
      title: 'a compressed file that breaks off',
      handle: (_, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-encoding': 'gzip' });
        response.write(gzipSync(bytes).subarray(0, 20_000), () => response.destroy());
      },
      reason: /aborted/,
      requests: 3,
    },
    {
      title: 'a file that ends before the announced length',
      handle: (_, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 50_000 });
        response.write(bytes.subarray(0, 20_000), () => response.destroy());
      },
      reason: /aborted/,
      requests: 3,
    },
    {
      title: 'what is not compressed as it says',
      handle: send(bytes, { 'content-type': 'video/mp4', 'content-encoding': 'gzip' }),
      reason: /incorrect header check|unknown compression method/,
      requests: 3,
    },
    {
      title: 'a redirect in a circle',
      handle: (_, response) => response.writeHead(302, { location: '/video' }).end(),
      reason: 'the link leads through more than 5 redirects',
      requests: 6,
    },
    {
      title: 'a redirect to a file of the machine',
      handle: (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      reason: 'the link leads to a "file:" address, and we only follow http and https',
    },
    {
      title: 'a redirect to what is no address',
      handle: (_, response) => response.writeHead(302, { location: 'http://[' }).end(),
      reason: 'the link leads to something that isn’t an address',
    },
    {
      title: 'a redirect that leads nowhere',
      handle: (_, response) => response.writeHead(302).end(),
      reason: 'HTTP 302',
    },
  ];
  it.each(refused)('refuses $title', async ({ handle, reason, requests = 1 }) => {
    const { outputs } = await download(await host(handle));
    expect(outputs[0]).toEqual([]);
    const { error, details } = outputs[1]![0]!.json as { error: string; details: object };
    expect(error.startsWith('The video of task a couldn’t be downloaded: ')).toBe(true);
    expect(error).toMatch(reason);
    expect(details).toMatchObject({ reason: 'downloadFailed', paid: 'yes' });
    expect(sent).toHaveLength(requests);
  });

  it('follows a redirect to another host, without a key and without a login', async () => {
    const other = await listen(send(bytes, { 'content-type': 'video/mp4' }));
    const base = await host((_, response) =>
      response.writeHead(307, { location: `${other}/there` }).end(),
    );
    const { outputs } = await download(base);
    expect(await readStored(outputs[0]![0]!.binary!.data!)).toEqual(bytes);
  });
});

describe('WaitForVideo, download, for a service outside', () => {
  const service = (url: string) => {
    if (!nock.isActive()) nock.activate();
    nock('https://service.test')
      .get('/v1/tasks/a')
      .reply(200, { status: 'completed', results: [url] });
  };
  const outside = 'https://service.test';

  it('does not follow a redirect to an address inside', async () => {
    service('https://files.test/a.mp4');
    nock('https://files.test')
      .get('/a.mp4')
      .reply(302, '', { location: 'http://127.0.0.1:5678/rest/login' });
    const { outputs } = await download(outside);
    expect(outputs[1]?.[0]?.json.error).toContain('from https to http');
    nock.cleanAll();
    service('http://files.test/a.mp4');
    nock('http://files.test')
      .get('/a.mp4')
      .reply(302, '', { location: 'http://127.0.0.1:5678/rest/login' });
    const second = await download(outside);
    expect(second.outputs[1]?.[0]?.json.error).toContain('the link leads to 127.0.0.1');
  });
});
