import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  /** Address that the request was sent to. */
  origin: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

async function read(request: IncomingMessage): Promise<Asked> {
  let text = '';
  for await (const part of request) text += part;
  const { method = '', url: path = '', headers } = request;
  const body = text ? JSON.parse(text) : {};
  const { authorization, host } = headers;
  return { method, path, origin: `http://${host}`, authorization, body };
}

/**
 * A server of the test's own making, for the time of `use`.
 *
 * @param answer - its reply to a request; nothing for no reply, ever
 * @param use - gets its address and the log of what it was asked
 */
export async function withServer<Result>(
  answer: (asked: Asked) => Reply | undefined,
  use: (url: string, log: Asked[]) => Promise<Result>,
): Promise<Result> {
  const log: Asked[] = [];
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    log.push(asked);
    const reply = answer(asked);
    if (!reply) return;
    const { status = 200, body, headers = { 'content-type': 'application/json' } } = reply;
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, log);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
