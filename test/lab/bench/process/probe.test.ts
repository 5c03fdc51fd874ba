import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const file = join(import.meta.dirname, '../../../../lab/bench/process/probe.ts');

/** What the probe says of a server that answers so. */
async function probe(
  answer: RequestListener,
  options: { seconds: number; perSecond: number; patienceSeconds: number },
): Promise<number[]> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { seconds, perSecond, patienceSeconds } = options;
    const numbers = [seconds, perSecond, patienceSeconds].map(String);
    const { stdout } = await run(process.execPath, ['--no-warnings', file, url, ...numbers]);
    return JSON.parse(stdout) as number[];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the probe', () => {
  it('counts the time from when a call was due, so that none waits for the one before', async () => {
    const held: (() => void)[] = [];
    const calls = 5;
    const latencies = await probe(
      (_request, response) => {
        held.push(() => response.end('{}'));
        // All are here before the first is answered.
        if (held.length === calls) for (const answer of held.toReversed()) answer();
      },
      { seconds: 0.5, perSecond: 10, patienceSeconds: 60 },
    );
    expect(latencies).toHaveLength(calls);
    // The first was due 400 ms before the last.
    expect(latencies[0]! - latencies.at(-1)!).toBeGreaterThan(300);
  });

  it('counts a call that is refused as one that never came back', async () => {
    const refuse: RequestListener = (_request, response) => response.writeHead(503).end();
    expect(await probe(refuse, { seconds: 0.2, perSecond: 10, patienceSeconds: 60 })).toEqual([
      60_000, 60_000,
    ]);
  });

  it('gives a call up when its patience is over', async () => {
    const latencies = await probe(() => {}, { seconds: 0.2, perSecond: 10, patienceSeconds: 0.1 });
    expect(latencies).toHaveLength(2);
    for (const latency of latencies) expect(latency).toBeGreaterThanOrEqual(99);
  });
});
