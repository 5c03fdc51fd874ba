import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface LoopbackService {
  baseUrl: string;
  /** Create requests that arrived. */
  requests: Array<{ path: string; headers: IncomingMessage['headers']; body: string }>;
  /** Tasks that the service made, whatever the client learned of it. */
  created: number;
  close(): Promise<void>;
}

export type Handler = (call: {
  index: number;
  path: string;
  headers: IncomingMessage['headers'];
  response: ServerResponse;
  /** Counts one task as made and names it. */
  create: () => string;
}) => void;

/** A bare HTTP server on loopback, for faults that only a real connection has. */
export async function startLoopbackService(handler: Handler): Promise<LoopbackService> {
  const state: Omit<LoopbackService, 'close'> = { baseUrl: '', requests: [], created: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const index = state.requests.push({
        path,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      response.setHeader('content-type', 'application/json');
      handler({
        index: index - 1,
        path,
        headers: request.headers,
        response,
        create: () => `task_${++state.created}`,
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
