import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  path: string;
  body: Record<string, unknown>;
}

/** A server that takes callbacks, answering with the given statuses in turn, then with 200. */
export async function startReceiver(statuses: number[] = [], headers: Record<string, string> = {}) {
  const received: Received[] = [];
  let paused = false;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', body: JSON.parse(body) as Received['body'] });
      if (paused) return;
      response.writeHead(statuses.shift() ?? 200, headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?signature=secret`;
  return {
    url,
    received,
    /** From now on it takes callbacks but answers none. */
    pause: () => void (paused = true),
  };
}
