import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder, startCli } from '../cli/startCli.ts';
import { startReceiver } from '../receiver.ts';
import { createTask, readHealth, share } from './clients.ts';
import { waitFor } from '../waitFor.ts';
import { textRequest } from '../startTestSandbox.ts';
import { howMany } from '../../thorough.ts';

const dead = howMany(400, 2000);
const within = 2000;

/** Takes connections and says nothing, ever. */
async function startSilent(): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((done) => server.close(() => done()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

describe('a live receiver', { timeout: 300_000 }, () => {
  it.each([
    ['one address', 1],
    ['as many addresses', dead],
  ])('has its callback at once behind hundreds to dead ones at %s', async (_where, addresses) => {
    const receivers = await Promise.all(Array.from({ length: addresses }, startSilent));
    const live = await startReceiver();
    const quiet = ['--renderer', 'instant', '--log-level', 'warn'];
    const server = await startCli(await makeFolder(), quiet);
    const urls = Array.from({ length: dead }, (_, index) => receivers[index % addresses]!);
    await share(urls, 16, (url) => createTask(server, { ...textRequest, callback_url: url }));
    // The callbacks are what is measured, not the making of 2,000 videos before.
    await waitFor(async () => {
      const { tasks } = await readHealth(server);
      return tasks['completed'] === dead || undefined;
    });
    const sentMs = performance.now();
    await createTask(server, { ...textRequest, callback_url: live.url });
    await waitFor(() => live.received.length > 0 || undefined);
    const tookMs = performance.now() - sentMs;
    console.log(
      `behind ${dead} callbacks to dead receivers (${addresses} addresses), a live one had its first ` +
        `${Math.round(tookMs)} ms after its task was created`,
    );
    expect(tookMs).toBeLessThan(within);
  });
});
