import { type Asked, type Reply } from './withServer.ts';
import { key } from './runCheck.ts';

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
  notices: Array<{ method?: string; body: unknown }>;
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
      for (const { method = 'POST', body } of script.notices)
        void fetch(callback, { method, ...(method === 'POST' && { body: at(origin, body) }) });
    return reply(script.reads[Math.min(reads, script.reads.length) - 1]!);
  };
}
