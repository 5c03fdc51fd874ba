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
  port = Number(((await once(child.stdout, 'data')) as [Buffer])[0]);
});
afterAll(() => child.kill());

/** The status of what is answered to a request for a host. */
async function ask(host: string, headers: Record<string, string> = {}) {
  const request = httpRequest({ host: '127.0.0.1', port, headers: { host, ...headers } }).end();
  const answers = ['response', 'upgrade'].map((event) => once(request, event));
  const [{ statusCode, socket }] = (await Promise.any(answers)) as [IncomingMessage];
  socket.destroy();
  return statusCode;
}

const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };

describe('a server behind ownHostsOnly', () => {
  it.each(['localhost:5678', '127.0.0.1', '[::1]:5678'])('answers to %s', async (host) => {
    expect(await ask(host)).toBe(200);
    expect(await ask(host, upgrade)).toBe(101);
  });

  it.each(['evil.example', 'localhost.evil.example:5678'])('refuses %s', async (host) => {
    expect(await ask(host)).toBe(403);
    await expect(ask(host, upgrade)).rejects.toMatchObject({
      errors: [{ message: 'socket hang up' }, { message: 'socket hang up' }],
    });
  });
});
