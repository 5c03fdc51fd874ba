import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hastenTimers } from '../../engine/hasten.ts';
import { runNode, testCredential } from '../../engine/runNode.ts';

// The node's clock runs faster still than its sleeps, so that a minute of the wait takes two seconds.
const haste = 30;
let server: Server;

hastenTimers();

beforeEach(() => {
  const now = Date.now.bind(Date);
  const beganMs = now();
  vi.spyOn(Date, 'now').mockImplementation(() => beganMs + (now() - beganMs) * haste);
});
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** A real server on loopback; `nth` counts the requests from 0. */
async function listen(answer: (response: ServerResponse, nth: number) => void): Promise<string> {
  let nth = 0;
  server = createServer((_, response) => answer(response, nth++));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const waitAt = (baseUrl: string) =>
  runNode({
    type: 'waitForVideo',
    items: [{ json: { id: 'a' } }, { json: { id: 'b' } }],
    credential: { ...testCredential, baseUrl },
    settings: { onError: 'continueErrorOutput' },
    parameters: {
      taskId: '={{ $json.id }}',
      download: false,
      options: { timeLimitMinutes: 1_000, intervalSeconds: 1 },
    },
  });
const send = (response: ServerResponse, body: object, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const completed = { status: 'completed', results: ['https://files.test/a.mp4'] };
const reasonsOf = ({ outputs }: Awaited<ReturnType<typeof waitAt>>) =>
  outputs[1]!.map(({ json }) => (json.details as { reason: string }).reason);

describe('WaitForVideo, at addresses that really exist or do not', () => {
  it('ends for all rows long before the time limit when nobody listens', async () => {
    const gone = await listen(() => {});
    await new Promise((resolve) => server.close(resolve));
    const result = await waitAt(gone);
    expect(result.outputs[0]).toEqual([]);
    expect(reasonsOf(result)).toEqual(['unanswered', 'unanswered']);
    expect(result.outputs[1]?.[0]?.json).toMatchObject({
      error: expect.stringMatching(/^The service gave no usable answer .* task a: .*ECONNREFUSED/),
      details: { taskId: 'a', paid: 'unknown' },
    });
  });

  it('ends when what listens there is not the service', async () => {
    const page = await listen((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>'),
    );
    expect(reasonsOf(await waitAt(page))).toEqual(['unanswered', 'unanswered']);
  });

  it('ends when the key is refused, again and again', async () => {
    const service = await listen((response) => send(response, { error: 'bad key' }, 403));
    expect(reasonsOf(await waitAt(service))).toEqual(['unanswered', 'unanswered']);
  });

  it('rides out an outage and a single refusal of a service that did answer', async () => {
    let requests = 0;
    const service = await listen((response, nth) => {
      requests = nth + 1;
      if (nth < 2) return send(response, { status: 'pending' });
      if (nth < 8) return response.socket?.destroy();
      if (nth === 8) return send(response, {}, 401);
      return send(response, completed);
    });
    const { outputs } = await waitAt(service);
    expect(outputs[0]?.map(({ json }) => json.status)).toEqual(['completed', 'completed']);
    expect(requests).toBeGreaterThan(9);
  });
});
