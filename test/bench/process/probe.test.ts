import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

describe('the probe', () => {
  it('counts the time from when a call was due, so that none waits for the one before', async () => {
    const held: (() => void)[] = [];
    const calls = 5;
    const server = createServer((_request, response) => {
      held.push(() => response.end('{}'));
      // All are here before the first is answered.
      if (held.length === calls) for (const answer of held.toReversed()) answer();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { stdout } = await run(process.execPath, [
        ...['--no-warnings', join(import.meta.dirname, 'probe.ts'), url, '0.5', '10', '60'],
      ]);
      const latencies = JSON.parse(stdout) as number[];
      expect(latencies).toHaveLength(calls);
      // The first was due 400 ms before the last.
      expect(latencies[0]! - latencies.at(-1)!).toBeGreaterThan(300);
    } finally {
      server.close();
    }
  });

  it('counts a call that is refused as one that never came back', async () => {
    const server = createServer((_request, response) => response.writeHead(503).end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { stdout } = await run(process.execPath, [
        ...['--no-warnings', join(import.meta.dirname, 'probe.ts'), url, '0.2', '10', '60'],
      ]);
      expect(JSON.parse(stdout)).toEqual([60_000, 60_000]);
    } finally {
      server.close();
    }
  });

  it('gives a call up when its patience is over', async () => {
    const server = createServer(() => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { stdout } = await run(process.execPath, [
        ...['--no-warnings', join(import.meta.dirname, 'probe.ts'), url, '0.2', '10', '0.1'],
      ]);
      const latencies = JSON.parse(stdout) as number[];
      expect(latencies).toHaveLength(2);
      for (const latency of latencies) expect(latency).toBeGreaterThanOrEqual(99);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
