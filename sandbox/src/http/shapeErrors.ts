import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allowOrigin } from './cors.ts';
import { echo } from './echo.ts';
import { codeOf, type ErrorShape, formatError, ServiceError } from './errors.ts';

const jsonType = 'application/json; charset=utf-8';
const textType = 'text/plain; charset=utf-8';

/** Sends an error in the chosen shape. */
function sendError(
  shape: ErrorShape,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'the sandbox failed');
  const told =
    error instanceof ServiceError ? error : new ServiceError(status, codeOf(status), error.message);
  reply.headers(told.details.headers ?? {});
  if (shape === 'detailed') reply.header('x-request-id', request.id);
  reply.type(shape === 'text' ? textType : jsonType);
  return reply.code(status).send(formatError(shape, told, request.id));
}

/** Makes the handler of addresses that Fastify's router refuses, for Fastify's options. */
export const refuseAddress =
  (shape: ErrorShape) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    // No hook runs for these, so the page that asked could not read the answer.
    allowOrigin(request, reply);
    const tooLong = (error as { code?: string }).code === 'FST_ERR_MAX_PARAM_LENGTH';
    const refused = tooLong
      ? new ServiceError(414, codeOf(414), 'This address holds a longer id than the sandbox takes')
      : new ServiceError(400, codeOf(400), `${echo(request.raw.url ?? '')} is no valid address`);
    void sendError(shape, refused, request, reply);
  };

/** Gives every error of the app, Fastify's included, the chosen shape. */
export function shapeErrors(app: FastifyInstance, shape: ErrorShape): void {
  app.setNotFoundHandler((request, reply) => {
    const message = `There is no ${request.method} ${echo(request.url.split('?')[0] ?? '')}`;
    return sendError(shape, new ServiceError(404, codeOf(404), message), request, reply);
  });
  app.setErrorHandler((error: Error, request, reply) => sendError(shape, error, request, reply));
}
