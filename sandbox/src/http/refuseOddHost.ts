import { type FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';

const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses requests whose Host could not stand in the address of a result. */
export function refuseOddHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (!host.test(headers.host ?? ''))
      throw new ServiceError(
        400,
        'malformed_request',
        'Expected the header Host to be the address of the sandbox',
      );
  });
}
