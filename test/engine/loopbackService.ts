import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../listen.ts';

export interface LoopbackService {
  baseUrl: string;
  /** Requests that arrived. */
  requests: Array<{ path: string; headers: IncomingMessage['headers']; body: string }>;
  close(): Promise<void>;
}

export type Handler = (call: { path: string; response: ServerResponse }) => void;

/** A bare HTTP server on loopback, for faults that only a real connection has. */
export async function startLoopbackService(handler: Handler): Promise<LoopbackService> {
  const requests: LoopbackService['requests'] = [];
  const { url: baseUrl, close } = await listen(async (request, response) => {
    const { url: path = '', headers } = request;
    requests.push({ path, headers, body: await text(request) });
    response.setHeader('content-type', 'application/json');
    handler({ path, response });
  });
  return { baseUrl, requests, close };
}
