import fastify, { type FastifyInstance, LogController } from 'fastify';
import { bounds } from '../bounds.ts';
import { type Ids } from '../createIds.ts';
import { type ResolvedOptions } from '../options.ts';
import { registerCors } from './cors.ts';
import { refuseForeignHosts } from './refuseForeignHosts.ts';
import { refuseAddress, shapeErrors } from './shapeErrors.ts';
import { takeJsonOnly } from './takeJsonOnly.ts';

/** Makes an app without routes, which bounds what it takes and answers every error in one shape. */
export async function openServer(options: ResolvedOptions, ids: Ids): Promise<FastifyInstance> {
  const { errorShape } = options.choices;
  const requestMs = bounds.requestSeconds * 1000;
  const app = fastify({
    logger: { level: options.logLevel ?? 'silent' },
    // Clients poll: a line for every request would bury the rest. Level debug has them.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => ids.next('req'),
    forceCloseConnections: true,
    bodyLimit: bounds.bodyBytes,
    requestTimeout: requestMs,
    http: {
      maxHeaderSize: bounds.headerBytes,
      // Node takes the longer of the two times as that of the whole request.
      headersTimeout: requestMs,
      // How often Node looks for requests that are late.
      connectionsCheckingInterval: 1000,
    },
    // The schemas are the sandbox's own; to check them takes longer than to compile them.
    ajv: { customOptions: { validateSchema: false } },
    routerOptions: { maxParamLength: bounds.idLetters },
    frameworkErrors: refuseAddress(errorShape),
  });
  shapeErrors(app, errorShape);
  takeJsonOnly(app);
  await registerCors(app);
  refuseForeignHosts(app, options.names);
  return app;
}
