import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Record<string, unknown>;
interface Answer {
  status: number;
  type: string;
  body: unknown;
}

/** One way in which a service may differ from the contract; whatever it leaves out is honest. */
export interface Lie {
  /** What it does, as a rule of the contract that is broken. */
  says: string;
  /** What the report has to speak of. */
  found: RegExp;
  /** Whether the check finds it without ordering a video. */
  free?: true;
  /** Replaces the answer to a create. */
  create?: (answer: Answer) => Answer;
  /** Replaces the answer to a read; `count` is the number of reads of this task, from 1. */
  read?: (answer: Answer, request: { task: Answer; count: number }) => Answer;
  /** Replaces what the callback posts; nothing is posted for undefined. */
  callback?: (
    body: Body,
  ) => Partial<{ method: string; type: string; authorization: string; body: unknown }> | undefined;
  /** Answers the request for the video. */
  video?: (response: ServerResponse) => void;
}

const key = 'key-of-the-honest-account';
const json = 'application/json';
const refused: Answer = { status: 401, type: json, body: { error: 'wrong key' } };
const unknownTask: Answer = { status: 404, type: json, body: { error: 'no such task' } };
const mp4 = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1');
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01', 'latin1');

const patch = (answer: Answer, fields: Body): Answer =>
  answer.status === 200 ? { ...answer, body: { ...(answer.body as Body), ...fields } } : answer;
const whenFinished = (answer: Answer, fields: Body): Answer =>
  (answer.body as Body).status === 'completed' ? patch(answer, fields) : answer;
const whilePending = (answer: Answer, fields: Body): Answer =>
  (answer.body as Body).status === 'pending' ? patch(answer, fields) : answer;

export const lies: Lie[] = [
  {
    says: 'answers are JSON, and said to be text/html',
    found: /text\/html/,
    free: true,
    create: (answer) => ({ ...answer, type: 'text/html' }),
    read: (answer) => ({ ...answer, type: 'text/html' }),
  },
  {
    says: 'progress runs from 0 to 1',
    found: /progress/i,
    read: (answer, { count }) => whilePending(answer, { progress: Math.min(1, count * 0.3) }),
  },
  {
    says: 'progress is a text with a percent sign',
    found: /progress/i,
    read: (answer) => whilePending(answer, { progress: '40%' }),
  },
  {
    says: 'the link of the video answers 403',
    found: /403/,
    video: (response) => response.writeHead(403).end(),
  },
  {
    says: 'the link of the video shows a page',
    found: /text\/html/,
    video: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<p>Log in to see your video</p>'),
  },
  {
    says: 'results is one address instead of a list',
    found: /results/,
    read: (answer) => whenFinished(answer, { results: 'http://127.0.0.1/1.mp4' }),
  },
  {
    says: 'the address in results has no host',
    found: /results/,
    read: (answer) => whenFinished(answer, { results: ['/videos/1.mp4'] }),
  },
  {
    says: 'completed has no results',
    found: /results/,
    read: (answer) => whenFinished(answer, { results: undefined }),
  },
  {
    says: 'the ID is a number',
    found: /\bid\b/i,
    create: (answer) => patch(answer, { id: 1 }),
    read: (answer) => patch(answer, { id: 1 }),
  },
  {
    says: 'a read answers with another task',
    found: /task-99|another task/,
    read: (answer) => patch(answer, { id: 'task-99' }),
  },
  {
    says: 'any key may read a task',
    found: /key/i,
    read: (answer, { task }) => (answer === refused ? task : answer),
  },
  {
    says: 'a finished task is written in capitals',
    found: /COMPLETED/,
    read: (answer) => whenFinished(answer, { status: 'COMPLETED' }),
  },
  {
    says: 'a finished task goes back to pending',
    found: /pending|went back|changed/i,
    read: (answer, { count }) =>
      count > 3 ? patch(answer, { status: 'pending', results: undefined }) : answer,
  },
  {
    says: 'the callback has another shape than the answer to a read',
    found: /callback/i,
    callback: (body) => ({ body: { event: 'task.finished', data: body } }),
  },
  {
    says: 'the callback never comes',
    found: /callback/i,
    callback: () => undefined,
  },
  {
    says: 'the video is an empty file',
    found: /and empty/,
    video: (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(),
  },
  {
    says: 'the video is a picture that calls itself one',
    found: /begins as a text or a picture/,
    video: (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(png),
  },
  {
    says: 'the video breaks off before its length',
    found: /broke off after 32 bytes/,
    video: (response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 100_000 });
      response.write(mp4, () => response.destroy());
    },
  },
  {
    says: 'the callback is about another task',
    found: /the id of another/,
    callback: (body) => ({ body: { ...body, id: 'task-99' } }),
  },
  {
    says: 'the callback carries the API key',
    found: /callback.*key/i,
    callback: () => ({ authorization: `Bearer ${key}` }),
  },
];

const read = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** A service on loopback that keeps the contract but for one lie; give nothing for an honest one. */
export async function startLiar(lie: Partial<Lie> = {}) {
  const reads = new Map<string, number>();
  let origin = '';
  /** The honest task: pending twice, then completed. */
  const taskAt = (id: string, count: number): Body =>
    count < 3
      ? { id, status: 'pending', progress: count * 30 }
      : { id, status: 'completed', progress: 100, results: [`${origin}/videos/1.mp4`] };
  let created = 0;
  const send = (response: ServerResponse, { status, type, body }: Answer) =>
    response
      .writeHead(status, { 'content-type': type })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

  async function callBack(id: string, address: string) {
    const body = taskAt(id, 3);
    const sent = lie.callback ? lie.callback(body) : {};
    if (!sent) return;
    const content = 'body' in sent ? sent.body : body;
    await fetch(address, {
      method: sent.method ?? 'POST',
      headers: {
        'content-type': sent.type ?? json,
        ...(sent.authorization && { authorization: sent.authorization }),
      },
      body: sent.method === 'GET' ? null : JSON.stringify(content),
    }).catch(() => {});
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://service');
      const body = await read(request);
      if (pathname.startsWith('/videos/')) {
        if (lie.video) return lie.video(response);
        return response.writeHead(200, { 'content-type': 'video/mp4' }).end(mp4);
      }
      const given = request.headers.authorization?.replace('Bearer ', '');
      if (pathname === '/v1/videos/generations' && request.method === 'POST') {
        let answer = given === key ? undefined : refused;
        let order: Body = {};
        try {
          order = JSON.parse(body) as Body;
        } catch {
          order = {};
        }
        if (!answer && !(order.model && order.prompt))
          answer = { status: 400, type: json, body: { error: 'model and prompt are needed' } };
        if (!answer) {
          created += 1;
          const id = `task-${created}`;
          reads.set(id, 0);
          answer = { status: 200, type: json, body: { id, status: 'pending' } };
          if (typeof order.callback_url === 'string')
            setTimeout(() => void callBack(id, String(order.callback_url)), 30);
        }
        return send(response, lie.create?.(answer) ?? answer);
      }
      const id = /^\/v1\/tasks\/(.+)$/.exec(pathname)?.[1];
      if (!id) return send(response, { status: 404, type: json, body: { error: 'no such path' } });
      const known = id === '1' ? 'task-1' : decodeURIComponent(id);
      const isKnown = reads.has(known);
      if (given === key && isKnown) reads.set(known, reads.get(known)! + 1);
      const count = reads.get(known) ?? 0;
      const task = isKnown ? { status: 200, type: json, body: taskAt(known, count) } : unknownTask;
      const answer = given === key ? task : refused;
      return send(response, lie.read?.(answer, { task, count }) ?? answer);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  return {
    url: origin,
    key,
    created: () => created,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
