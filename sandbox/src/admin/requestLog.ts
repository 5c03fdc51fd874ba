import { type FastifyInstance } from 'fastify';
import { bounds } from '../bounds.ts';

/** One request that the sandbox answered, for tests of clients. */
export interface LoggedRequest {
  /** Unix milliseconds of its arrival. */
  atMs: number;
  method: string;
  /** Without the query. */
  path: string;
  /** 0 when the connection broke before an answer. */
  status: number;
}

/** Remembers the latest requests of an app, oldest first. No headers and no bodies. */
export function keepRequests(app: FastifyInstance): LoggedRequest[] {
  const requests: LoggedRequest[] = [];
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const entry = { atMs: Date.now(), method: request.method, path, status: 0 };
    requests.push(entry);
    if (requests.length > bounds.requestsKept) requests.shift();
    reply.raw.once('finish', () => {
      entry.status = reply.raw.statusCode;
      request.log.debug(entry, 'request answered');
    });
  });
  return requests;
}
