import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readStored, useFileStorage } from '../engine/fileStorage.ts';
import { hasten } from '../engine/hasten.ts';
import { testCredential } from '../engine/runNode.ts';
import { beginPromises, errorOf, itemsIn, readable, runToEnd, table } from './scene.ts';

beginPromises(hasten);
beforeAll(useFileStorage);

const video = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
  Buffer.alloc(50_000, 7),
]);

/** A real service on loopback, whose files come as told: broken connections break as they do. */
async function serve(sendFile: (response: ServerResponse) => void): Promise<string> {
  nock.enableNetConnect('127.0.0.1');
  server = createServer((request, response) => {
    request.resume();
    keys.set(request.url!, request.headers.authorization);
    if (request.url === '/file.mp4') return sendFile(response);
    const results = [`http://${request.headers.host}/file.mp4`];
    const status = request.method === 'POST' ? 'pending' : 'completed';
    return response.end(JSON.stringify({ id: 'task_a', status, results }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let server: Server | undefined;
const keys = new Map<string, string | undefined>();
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  nock.disableNetConnect();
});

const headers = { 'content-type': 'video/mp4', 'content-length': video.length };
const { apiKey } = testCredential;

describe('8: a file comes whole or not at all, and never from inside the network', () => {
  it('is on the item as the service has it, without the key being sent for it', async () => {
    const baseUrl = await serve((response) => response.writeHead(200, headers).end(video));
    const run = await runToEnd(table(['A'], { credential: { baseUrl, apiKey } }));
    expect(errorOf(run)).toBeUndefined();
    const [item] = itemsIn(run, 'After');
    expect((await readStored(item!.binary!.data!)).equals(video)).toBe(true);
    expect(keys.get('/file.mp4')).toBeUndefined();
    expect(keys.get('/v1/videos/generations')).toBe(`Bearer ${apiKey}`);
  });

  it('is no file where it broke off, and the address stays', async () => {
    const baseUrl = await serve((response) => {
      response.writeHead(200, headers).write(video.subarray(0, 1_000), () => response.destroy());
    });
    const run = await runToEnd(table(['A'], { credential: { baseUrl, apiKey } }));
    expect(itemsIn(run, 'After')[0]?.binary).toBeUndefined();
    expect(readable(run)).toContain(`${baseUrl}/file.mp4`);
  });

  it.each(['http://169.254.169.254/latest/a.mp4', 'https://10.0.0.1/a.mp4', 'file:///etc/passwd'])(
    'is not fetched from %s, which a service outside names',
    async (address) => {
      const credential = { baseUrl: 'https://service.example.com', apiKey: 'key-0123456789' };
      nock(credential.baseUrl).persist().post(/.*/).reply(200, { id: 'task_a', status: 'pending' });
      nock(credential.baseUrl)
        .persist()
        .get(/.*/)
        .reply(200, { id: 'task_a', status: 'completed', results: [address] });
      const inside =
        new URL(address).protocol === 'file:' ? undefined : nock(new URL(address).origin);
      const asked = inside?.get(/.*/).reply(200, video);
      const run = await runToEnd(table(['A'], { credential }));
      expect(itemsIn(run, 'After')[0]?.binary).toBeUndefined();
      expect(asked?.isDone() ?? false).toBe(false);
    },
  );
});
