import type { IncomingMessage } from 'node:http';
import { listen } from '../../listen.ts';

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
  /** The connection ends before the length that the headers name. */
  breaksOff?: true;
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
  const server = await listen(async (request, response) => {
    const asked = await read(request);
    log.push(asked);
    const reply = answer(asked);
    if (!reply) return;
    const { status = 200, body, headers = { 'content-type': 'application/json' } } = reply;
    response.writeHead(status, headers);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (reply.breaksOff) response.write(text, () => response.destroy());
    else response.end(text);
  });
  try {
    return await use(server.url, log);
  } finally {
    await server.close();
  }
}

export const key = 'a-key-for-the-check-4711';

/** What a server does; in bodies, ORIGIN stands for its own address. */
export interface Script {
  /** Whether a request with this header is let in. */
  admits(authorization: string | undefined): boolean;
  /** To requests that are not let in. */
  refused: Reply;
  /** To the create request; nothing for no answer, ever. */
  created: Reply | undefined;
  /** To the reads of the task in turn, the last for ever. */
  reads: Reply[];
  /** To the read of any other task. */
  unknown: Reply;
  video: Reply;
  /** What is sent to the callback address, with the first read that finds the task finished. */
  notices: Array<{ method?: string; body: unknown; headers?: Record<string, string> }>;
}

const completed = { status: 'completed', results: ['ORIGIN/video.mp4'] };

/** A server without a fault. */
export const honest: Script = {
  admits: (authorization) => authorization === `Bearer ${key}`,
  refused: { status: 401, body: { error: 'no' } },
  created: { body: { id: 'task_1', status: 'pending' } },
  reads: [{ body: { status: 'pending', progress: 40 } }, { body: completed }],
  unknown: { status: 404, body: { error: 'no such task' } },
  video: { body: 'film', headers: { 'content-type': 'video/mp4' } },
  notices: [{ body: completed }],
};

/** Plays a script, for `withServer`. */
export function play(script: Script): (asked: Asked) => Reply | undefined {
  let reads = 0;
  let callback = '';
  const at = (origin: string, body: unknown) =>
    (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll('ORIGIN', origin);
  return ({ method, path, origin, authorization, body }) => {
    const reply = (said: Reply) => ({ ...said, body: at(origin, said.body ?? '') });
    if (path === '/video.mp4') return reply(script.video);
    if (!script.admits(authorization)) return reply(script.refused);
    if (method === 'POST') {
      callback = String(body.callback_url);
      return script.created && reply(script.created);
    }
    if (!path.endsWith('/task_1')) return reply(script.unknown);
    if (++reads === script.reads.length)
      for (const { method = 'POST', body, headers } of script.notices)
        void fetch(callback, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(method === 'POST' && { body: at(origin, body) }),
        });
    return reply(script.reads[Math.min(reads, script.reads.length) - 1]!);
  };
}
