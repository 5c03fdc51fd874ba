import { type FastifyInstance } from 'fastify';

/**
 * How the body of an error answer is written. The contract does not show it (section 7), so the
 * sandbox picks `nested` and can be told otherwise.
 */
export type ErrorShape = 'nested' | 'flat' | 'string' | 'text';

/** An answer outside 2xx, with the sandbox's own code and a sentence for people. */
export class ServiceError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.headers = headers;
  }
}

/** Writes an error in the chosen shape; text is sent as text/plain, the rest as JSON. */
export function formatError(shape: ErrorShape, code: string, message: string): unknown {
  switch (shape) {
    case 'nested':
      return { error: { code, message } };
    case 'flat':
      return { code, message };
    case 'string':
      return { error: message };
    case 'text':
      return message;
  }
}

const codes: Record<number, string> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

/** Gives every error of the app, Fastify's own included, the chosen shape. */
export function shapeErrors(app: FastifyInstance, shape: ErrorShape): void {
  app.setNotFoundHandler((request, reply) => {
    const message = `There is no ${request.method} ${request.url.split('?')[0]}`;
    return reply.code(404).send(formatError(shape, 'not_found', message));
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, 'the sandbox failed');
    const known = error instanceof ServiceError;
    const code = known ? error.code : (codes[status] ?? 'internal_error');
    if (known) reply.headers(error.headers);
    if (shape === 'text') reply.type('text/plain; charset=utf-8');
    return reply.code(status).send(formatError(shape, code, error.message));
  });
}
