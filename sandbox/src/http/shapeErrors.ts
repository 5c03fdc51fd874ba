import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { allowOrigin } from './cors.ts';
import { echo } from './echo.ts';
import { codeOf, type ErrorShape, formatError, ServiceError } from './errors.ts';

const jsonType = 'application/json; charset=utf-8';
const textType = 'text/plain; charset=utf-8';

function write(shape: ErrorShape, status: number, message: string): { type: string; body: string } {
  const body = formatError(shape, codeOf(status), message);
  return shape === 'text'
    ? { type: textType, body: String(body) }
    : { type: jsonType, body: JSON.stringify(body) };
}

const sentences: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are longer than the sandbox takes'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are longer than the sandbox takes'],
};

/** The latest request of each connection. */
const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

/** Whether what is broken is the rest of a request that has its answer already. */
function isAnswered(socket: Socket): boolean {
  const { request, response } = latest.get(socket) ?? {};
  return response?.headersSent === true && !request?.complete;
}

/** Answers on the bare connection what never became a request, in the shape of all errors. */
function answerSocket(shape: ErrorShape, socket: Socket, status: number, message: string): void {
  if (!socket.writable || isAnswered(socket)) return void socket.destroy();
  const { type, body } = write(shape, status, message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Makes the handler of requests that Node's HTTP parser refuses, for Fastify's server options. */
export const refuseBrokenRequest =
  (shape: ErrorShape) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    // Nobody is left to read an answer.
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const known = sentences[error.code ?? ''];
    const [status, message] = known ?? [400, 'This is not a request of HTTP/1.1'];
    answerSocket(shape, socket, status, message);
  };

/** Sends an error in the chosen shape. */
function sendError(
  shape: ErrorShape,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'the sandbox failed');
  const known = error instanceof ServiceError;
  if (known) reply.headers(error.headers);
  const code = known ? error.code : codeOf(status);
  reply.type(shape === 'text' ? textType : jsonType);
  return reply.code(status).send(formatError(shape, code, error.message));
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

/** Gives every error of the app, Fastify's and Node's included, the chosen shape. */
export function shapeErrors(app: FastifyInstance, shape: ErrorShape): void {
  app.setNotFoundHandler((request, reply) => {
    const message = `There is no ${request.method} ${echo(request.url.split('?')[0] ?? '')}`;
    return sendError(shape, new ServiceError(404, codeOf(404), message), request, reply);
  });
  app.setErrorHandler((error: Error, request, reply) => sendError(shape, error, request, reply));
  const remember = (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response });
    // A connection that stays open would keep its last request in memory.
    response.once('finish', () => {
      const isLatest = latest.get(request.socket)?.request === request;
      if (isLatest && request.complete) latest.delete(request.socket);
    });
  };
  app.server.on('request', remember);
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    remember(request, response);
    const { type, body } = write(shape, 417, 'The sandbox takes no expectation but 100-continue');
    response.writeHead(417, { 'content-type': type, connection: 'close' }).end(body);
  });
  app.server.on('connect', (_request: unknown, socket: Socket) =>
    answerSocket(shape, socket, 405, 'The sandbox is no proxy'),
  );
}
