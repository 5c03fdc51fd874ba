import cors from '@fastify/cors';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isLoopbackName } from './ownHost.ts';

const maxAgeSeconds = 600;

/** Whether a page comes from this machine: a loopback address or a name below localhost, any port. */
export function isLoopbackOrigin(origin: string | undefined): boolean {
  const url = URL.parse(origin ?? '');
  return url !== null && /^https?:$/.test(url.protocol) && isLoopbackName(url.hostname);
}

/** Lets the page that asked read an answer for which no hook runs. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin && isLoopbackOrigin(origin))
    reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' });
}

/**
 * Lets pages of this machine use the service, and no others: with the key that the sandbox prints,
 * any site could otherwise make a visitor's browser fill the disk.
 */
export async function registerCors(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: (origin, done) => done(null, isLoopbackOrigin(origin)),
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['authorization', 'content-type', 'range'],
    exposedHeaders: [
      'retry-after',
      'x-request-id',
      'www-authenticate',
      'content-range',
      'accept-ranges',
    ],
    maxAge: maxAgeSeconds,
    strictPreflight: false,
  });
}
