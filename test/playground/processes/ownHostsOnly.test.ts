import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const guard = fileURLToPath(
  new URL('../../../playground/processes/ownHostsOnly.ts', import.meta.url),
);
const server = `
  const server = require('node:http').createServer((_, response) => response.end('open'));
  const switched = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'];
  server.on('upgrade', (_, socket) => socket.write(switched.join('\\r\\n') + '\\r\\n\\r\\n'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

let port: number;
const child = spawn(process.execPath, ['--import', guard, '-e', server]);
beforeAll(async () => {
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  port = Number(said);
});
afterAll(() => child.kill());

const ask = (headers: Record<string, string>) => {
  const request = httpRequest({ host: '127.0.0.1', port, headers, agent: false });
  return { request, answered: once(request.end(), 'response') as Promise<[IncomingMessage]> };
};

const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };

describe('a server behind ownHostsOnly', () => {
  it.each(['localhost:5678', '127.0.0.1', '[::1]:5678'])('answers to %s', async (host) => {
    const [response] = await ask({ host }).answered;
    expect(response.resume().statusCode).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example:5678'])('refuses %s', async (host) => {
    const [response] = await ask({ host }).answered;
    expect(response.resume().statusCode).toBe(403);
    await expect(ask({ host, ...upgrade }).answered).rejects.toThrow('socket hang up');
  });

  it('lets a page of its own change to WebSocket', async () => {
    const { request, answered } = ask({ host: 'localhost', ...upgrade });
    answered.catch(() => undefined);
    const [response, socket] = (await once(request, 'upgrade')) as [
      IncomingMessage,
      { destroy(): void },
    ];
    socket.destroy();
    expect(response.statusCode).toBe(101);
  });
});
