import { type FastifyInstance } from 'fastify';
import { echo } from './echo.ts';
import { ServiceError } from './errors.ts';
import { isOwnHost } from './ownHost.ts';

/** Refuses requests by other names than the sandbox's own, wherever they go. */
export function refuseForeignHosts(app: FastifyInstance, names: string[]): void {
  app.addHook('onRequest', async ({ headers: { host = '' } }) => {
    if (isOwnHost(host, names)) return;
    const message = `The sandbox does not answer to "${echo(host)}"; --name lets it answer to a name`;
    throw new ServiceError(403, 'forbidden', message);
  });
}
