import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ServiceError } from '../http/errors.ts';
import { type Fault, faultNumber } from './fault.ts';
import { findRefusal } from './refusals.ts';

const htmlPage = '<!doctype html><title>Bad gateway</title><h1>502 Bad Gateway</h1>';

const reset = (request: FastifyRequest) => request.raw.socket.resetAndDestroy();

/** Ends when the asker gives up or the sandbox closes. */
const hang = (request: FastifyRequest) => once(request.raw.socket, 'close').catch(() => undefined);

/** Strikes before the request has an effect. */
async function strikeBefore(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  speed: number,
) {
  const refusal = findRefusal(fault.name);
  if (refusal) throw refusal;
  const seconds = faultNumber(fault, 1);
  switch (fault.name) {
    case 'latency':
      await sleep(faultNumber(fault, 1000) / speed);
      return;
    case 'rate-limit':
      throw new ServiceError(429, 'rate_limited', 'Too many requests', {
        headers: { 'retry-after': String(seconds) },
      });
    case 'rate-limit-date':
      throw new ServiceError(429, 'rate_limited', 'Too many requests', {
        headers: { 'retry-after': new Date(Date.now() + seconds * 1000).toUTCString() },
      });
    case 'server-error':
      throw new ServiceError(faultNumber(fault, 503), 'unavailable', 'The service is unavailable');
    case 'reset':
      reply.hijack();
      reset(request);
      return;
    case 'hang':
      reply.hijack();
      await hang(request);
  }
}

type Payload = string | Buffer | Readable | null | undefined;

/** Sends half of the body and then breaks the connection. */
function truncate(payload: Payload, request: FastifyRequest, reply: FastifyReply): Readable {
  const text = payload instanceof Readable ? undefined : (payload ?? '');
  const size =
    text === undefined ? Number(reply.getHeader('content-length')) : Buffer.byteLength(text);
  reply.header('content-length', size);
  let left = Math.ceil(size / 2);
  const half = new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      done(null, part);
      // The part must reach the socket before the socket goes.
      if (left === 0) setImmediate(() => request.raw.socket.destroySoon());
    },
  });
  return (payload instanceof Readable ? payload : Readable.from([Buffer.from(text ?? '')])).pipe(
    half,
  );
}

/** Strikes when the work is done; returns what to send instead of the answer. */
async function strikeAfter(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
): Promise<Payload> {
  switch (fault.name) {
    case 'server-error-after':
      reply.code(faultNumber(fault, 502)).type('text/html').removeHeader('content-length');
      return htmlPage;
    case 'reset-after':
      reset(request);
      return payload;
    case 'hang-after':
      await hang(request);
      return payload;
    case 'truncated':
      return truncate(payload, request, reply);
    case 'not-json':
      reply.type('text/html').removeHeader('content-length');
      return htmlPage;
    case 'empty':
      reply.removeHeader('content-length');
      return '';
    default:
      return payload;
  }
}

/**
 * Lets faults strike the requests of a scope.
 *
 * @param choose - says which faults strike a request; called once for each
 */
export function strikeRequests(
  app: FastifyInstance,
  speed: number,
  choose: (request: FastifyRequest) => Fault[],
): void {
  const chosen = new WeakMap<FastifyRequest, Fault[]>();
  app.addHook('preHandler', async (request, reply) => {
    const faults = choose(request);
    chosen.set(request, faults);
    for (const fault of faults) await strikeBefore(fault, request, reply, speed);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    let sent = payload as Payload;
    if (reply.statusCode < 400)
      for (const fault of chosen.get(request) ?? [])
        sent = await strikeAfter(fault, request, reply, sent);
    return sent;
  });
}
