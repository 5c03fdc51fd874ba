import { type FastifyInstance } from 'fastify';
import { ServiceError } from './errors.ts';

/**
 * Prepares answers of 405 with `Allow` for addresses that exist, but for other methods. Call it
 * before the routes are registered, and what it returns after.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methodsOf.set(url, known);
  });
  return () => {
    for (const [url, known] of [...methodsOf].filter(([path]) => !path.includes('*'))) {
      const allow = [...known].join(', ');
      app.route({
        url,
        method: app.supportedMethods.filter((name) => name !== 'OPTIONS' && !known.has(name)),
        handler: (request) => {
          const message = `${request.method} is not for this address, only ${allow}`;
          throw new ServiceError(405, 'method_not_allowed', message, { allow });
        },
      });
    }
  };
}
