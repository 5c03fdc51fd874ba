import { expect } from 'vitest';
import { VideoGenerationError, type Reason } from 'video-generation-openapi';

export const apiKey = 'secret-key-4711';
export const request = { model: 'videogen-2.0-text-to-video', prompt: 'A paper boat' } as const;
export const pending = { status: 'pending', progress: 40 };
export const completed = { status: 'completed', results: ['https://files.example.com/task_1.mp4'] };

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
export const broken = (code: string) => () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
};

/** A service that answers in turn, the last answer for ever, and the log of what it was sent. */
export function serviceOf(...answers: Array<() => Response>) {
  const sent: Request[] = [];
  const atMs: number[] = [];
  const fetch = async (asked: Request) => {
    asked.signal.throwIfAborted();
    atMs.push(performance.now());
    sent.push(asked);
    return answers[Math.min(sent.length, answers.length) - 1]!();
  };
  return { service: { baseUrl: 'https://api.example.com/', apiKey, fetch }, sent, atMs };
}

export const fails = async (promise: Promise<unknown>) => {
  const error = await promise.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(VideoGenerationError);
  return error as VideoGenerationError;
};

export const reasons: Record<number, Reason> = {
  404: 'notFound',
  410: 'notFound',
  401: 'refused',
  403: 'refused',
  302: 'unreadable',
  500: 'busy',
  429: 'busy',
  200: 'unreadable',
};

export const methods = (sent: Request[]) => sent.map(({ method }) => method);
