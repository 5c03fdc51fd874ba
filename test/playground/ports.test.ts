import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { choosePort, freePort } from '../../playground/ports.ts';

async function takenPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('freePort', () => {
  it('takes none that an outgoing connection might take before it is used again', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
    for (const port of ports) expect(port).toBeLessThan(32_768);
    expect(new Set(ports).size).toBe(20);
  });

  it('gives no port twice, though nobody listens there yet', async () => {
    const random = vi.spyOn(Math, 'random');
    onTestFinished(() => random.mockRestore());
    random.mockReturnValueOnce(0.123_456).mockReturnValueOnce(0.123_456);
    expect(await freePort()).not.toBe(await freePort());
  });
});

describe('choosePort', () => {
  it('takes the port that was asked for', async () => {
    const port = await freePort();
    expect(await choosePort('--port', port)).toBe(port);
  });

  it('refuses a port in use that was asked for, and names the option', async () => {
    const port = await takenPort();
    await expect(choosePort('--port', port)).rejects.toThrow(
      `Port ${port} is in use. Give another one with --port, or leave --port out for a free one.`,
    );
  });

  it('falls back from the preferred port to a free one', async () => {
    const port = await takenPort();
    const chosen = await choosePort('--port', undefined, port);
    expect(chosen).toBeGreaterThan(0);
    expect(chosen).not.toBe(port);
  });
});
