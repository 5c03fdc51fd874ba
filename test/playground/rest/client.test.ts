import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createClient } from '../../../playground/index.ts';

it('uses no connection twice, which n8n may have closed meanwhile', async () => {
  const ports: Array<number | undefined> = [];
  const server = createServer((request, response) => {
    ports.push(request.socket.remotePort);
    response.end('{"data":{}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    for (let call = 0; call < 3; call++) await client.get('/rest/settings');
    expect(new Set(ports).size).toBe(3);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
