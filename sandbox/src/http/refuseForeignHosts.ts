import { isIP } from 'node:net';
import { type FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';
import { isLoopbackName } from './loopback.ts';

const form = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses requests for other names than the sandbox's own: a web page whose name was made to lead
 * here (DNS rebinding) could otherwise use it. An IP address needs no name, so it is always its own.
 *
 * @param names - what it answers to besides
 */
export function refuseForeignHosts(app: FastifyInstance, names: string[]): void {
  app.addHook('onRequest', async ({ headers }) => {
    const name = form.exec(headers.host ?? '')?.[1]?.toLowerCase();
    if (name === undefined)
      throw new ServiceError(400, 'malformed_request', 'Expected the header Host to be an address');
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0;
    if (isAddress || isLoopbackName(name) || names.includes(name)) return;
    throw new ServiceError(
      403,
      'forbidden',
      `The sandbox does not answer to the name ${name}; --name ${name} lets it`,
    );
  });
}
