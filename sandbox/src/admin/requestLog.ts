import { type IncomingHttpHeaders } from 'node:http';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { bounds } from '../bounds.ts';

/** One request that came, for tests of clients to assert on. */
export interface LoggedRequest {
  /** Unix milliseconds of its arrival. */
  atMs: number;
  method: string;
  /** Without the query. */
  path: string;
  /** As they came, but for the key. */
  headers: IncomingHttpHeaders;
  /** The JSON that came with it, unless it was large. */
  body?: unknown;
  /** Of the answer; 0 when the connection broke before it. */
  status: number;
}

const withoutKey = ({ authorization, ...others }: IncomingHttpHeaders) => ({
  ...others,
  ...(authorization !== undefined && { authorization: '(hidden)' }),
});

/** Remembers the latest requests of an app, oldest first. */
export function keepRequests(app: FastifyInstance): LoggedRequest[] {
  const requests: LoggedRequest[] = [];
  const entries = new WeakMap<FastifyRequest, LoggedRequest>();
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request;
    const path = url.split('?')[0] ?? '';
    const entry = { atMs: Date.now(), method, path, headers: withoutKey(headers), status: 0 };
    entries.set(request, entry);
    requests.push(entry);
    if (requests.length > bounds.requestsKept) requests.shift();
    reply.raw.once('finish', () => {
      entry.status = reply.raw.statusCode;
      request.log.debug({ method, path, status: entry.status }, 'request answered');
    });
  });
  app.addHook('preValidation', async (request) => {
    const entry = entries.get(request);
    const bytes = Number(request.headers['content-length'] ?? 0);
    if (entry && bytes <= bounds.bodyKeptBytes) entry.body = request.body;
  });
  return requests;
}
