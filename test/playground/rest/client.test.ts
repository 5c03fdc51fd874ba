import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createClient } from '../../../playground/index.ts';

/** An n8n that closes the connection of its first request instead of answering. */
async function closingServer() {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method!);
    if (methods.length === 1) request.socket.destroy();
    else response.end('{"data":{"is":"answered"}}');
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

it('asks once more where n8n has closed the connection meanwhile', async () => {
  const { client, methods } = await closingServer();
  expect(await client.get('/rest/settings')).toEqual({ is: 'answered' });
  expect(methods).toEqual(['GET', 'GET']);
});

it('does nothing twice that changes something', async () => {
  const { client, methods } = await closingServer();
  await expect(client.post('/rest/workflows/1/run')).rejects.toThrow('fetch failed');
  expect(methods).toEqual(['POST']);
});
