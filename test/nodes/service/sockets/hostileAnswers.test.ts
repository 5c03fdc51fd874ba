import '../../../engine/runWorkflow.ts';
import nock from 'nock';
import { createRequire } from 'node:module';
import { createGzip } from 'node:zlib';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callInNode } from '../../../engine/callInNode.ts';
import type { connectService as Connect } from '../../../../nodes/service/connectService.ts';

const require = createRequire(import.meta.url);
const { connectService } = require('../../../../dist/nodes/service/connectService.js') as {
  connectService: typeof Connect;
};

let server: Server | undefined;

beforeAll(() => nock.restore());
afterAll(() => nock.activate());
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** What a create request comes to that is answered like this. */
async function create(answer: (response: ServerResponse) => void, timeoutMs = 60_000) {
  server = createServer((request, response) => {
    request.resume();
    response.on('error', () => {});
    answer(response);
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return await callInNode({ baseUrl, apiKey: 'key-that-is-secret' }, async (context) => {
    const service = await connectService(context);
    return await service.createVideo({ model: 'm', prompt: 'p' } as never, { timeoutMs });
  });
}

describe('an answer to a create request', () => {
  it.each([200, 500])(
    'of 300 MB in a gzip is read in part, with its ID: HTTP %i',
    async (status) => {
      const before = process.memoryUsage().rss;
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10);
      let sent = 0;
      const answer = await create((response) => {
        response.writeHead(status, { 'content-encoding': 'gzip' });
        const gzip = createGzip();
        gzip.pipe(response);
        gzip.write('{"id":"task_1","status":"pending","filler":"');
        const megabyte = Buffer.alloc(1_000_000, 'x');
        const more = () => {
          while (sent < 300) if (((sent += 1), !gzip.write(megabyte))) break;
          if (sent < 300) gzip.once('drain', more);
          else gzip.end('"}');
        };
        more();
      });
      clearInterval(watch);
      if (status === 200)
        expect(answer).toEqual({
          kind: 'task',
          httpStatus: 200,
          task: { id: 'task_1', status: 'pending' },
        });
      else expect(answer).toMatchObject({ kind: 'faulty', ids: ['id "task_1"'] });
      expect((peak - before) / 1e6).toBeLessThan(150);
    },
  );

  it('of one byte in each tenth of a second ends in time, with its ID', async () => {
    const text = `{"id":"task_1",${' '.repeat(1_000)}}`;
    const startedAtMs = performance.now();
    const answer = await create((response) => {
      response.writeHead(200).write(text.slice(0, 15));
      let at = 15;
      const timer = setInterval(() => response.write(text[at++] ?? '}'), 100);
      response.on('close', () => clearInterval(timer));
    }, 1_500);
    expect(answer).toMatchObject({ kind: 'unreadable', taskId: 'task_1' });
    expect(performance.now() - startedAtMs).toBeLessThan(20_000);
  });

  it.each([30_000, 100_000])('nested %i deep is the task that it names', async (depth) => {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const answer = await create((response) =>
      response.end(`{"id":"task_1","status":"pending","x":${deep}}`),
    );
    expect(answer).toMatchObject({ kind: 'task', task: { id: 'task_1', status: 'pending' } });
    expect(JSON.stringify(answer).length).toBeLessThan(200);
  });

  it('to a host that merely ends like the credential’s has none of its key', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('{"id":"stolen"}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://evil-127.0.0.1.localhost:${port}/v1/videos/generations`;
      const answer = await create((response) => response.writeHead(status, { location }).end());
      expect(answer).toMatchObject({ kind: 'redirected', httpStatus: status });
      server?.close();
    }
    other.close();
    expect(seen).toEqual([]);
  });
});
