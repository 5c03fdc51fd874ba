import { type FastifyRequest } from 'fastify';
import { ServiceError } from '../http/errors.ts';

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);

/**
 * Lets only this machine use the admin API, and no web page that this machine's browser has open:
 * another site's name in Host or Origin gives such a page away.
 *
 * @throws ServiceError 403
 */
export function refuseStrangers(request: FastifyRequest): void {
  const { origin } = request.headers;
  const isSameSite = !origin || URL.parse(origin)?.host === request.host;
  if (!isLoopback(request.ip) || !isSameSite)
    throw new ServiceError(403, 'forbidden', 'The admin API answers this machine only');
}
