import { type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../listen.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A server that takes callbacks, answering with the given statuses in turn, then with 200. */
export async function startReceiver(statuses: number[] = [], headers: Record<string, string> = {}) {
  const received: Received[] = [];
  let paused = false;
  const server = await listen((request, response) => {
    void text(request).then((body) => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(body) as Received['body'],
      });
      if (paused) return;
      response.writeHead(statuses.shift() ?? 200, headers).end();
    });
  });
  onTestFinished(server.close);
  return {
    url: `${server.url}/hook?signature=secret`,
    received,
    /** From now on it takes callbacks but answers none. */
    pause: () => void (paused = true),
  };
}
