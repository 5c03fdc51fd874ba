import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createClient } from '../../../playground/index.ts';

/** An n8n that closes the connection of its first request instead of answering, or isn't ready. */
async function startServer(first: 'closes' | 'is not ready') {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method!);
    if (methods.length > 1) response.end('{"data":{"is":"answered"}}');
    else if (first === 'closes') request.socket.destroy();
    else response.writeHead(503).end('{"message":"Database is not ready!"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient(url), methods };
}

let close = () => {};
afterEach(() => close());

for (const first of ['closes', 'is not ready'] as const) {
  it(`asks again where n8n ${first} for a moment`, async () => {
    const { client, methods } = await startServer(first);
    expect(await client.get('/rest/settings')).toEqual({ is: 'answered' });
    expect(methods).toEqual(['GET', 'GET']);
  });

  it(`does nothing twice that changes something where n8n ${first}`, async () => {
    const { client, methods } = await startServer(first);
    await expect(client.post('/rest/workflows/1/run')).rejects.toThrow();
    expect(methods).toEqual(['POST']);
  });
}
