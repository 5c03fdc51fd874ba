import { Readable } from 'node:stream';
import type { ServiceContext } from '../../../nodes/service/connectService.ts';

export const key = 'sk-Sa/fe+0123"456&789=';

/** Thrown where an error, else the answer; a body may be any stream. */
export type Answer =
  Error | { statusCode: number; headers?: object; body?: string | AsyncIterable<Uint8Array> };

/** A node's context whose requests are answered like this, and what was sent through it. */
export function contextOf(
  answer: (nth: number) => Answer,
  credential: object = { baseUrl: 'https://service.test/v1/', apiKey: ` Bearer ${key}` },
) {
  const sent: object[] = [];
  const more: object[] = [];
  /** Of each request, whether it was broken off by the time of its answer. */
  const isBrokenOff: boolean[] = [];
  const stop = new AbortController();
  const context: ServiceContext = {
    getCredentials: async () => credential as never,
    getInputData: () => [{ json: {} }],
    getExecutionId: () => '7',
    getExecutionCancelSignal: () => stop.signal,
    helpers: {
      async httpRequestWithAuthentication(type, options, given) {
        more.push({ type, ...given });
        const said = answer(sent.push(options) - 1);
        // n8n asks whoever lends a request for a signal, and puts it in the place of ours.
        const { abortSignal: own } = options as { abortSignal: AbortSignal };
        const signal = 'getExecutionCancelSignal' in this ? stop.signal : own;
        isBrokenOff.push(signal.aborted);
        if (said instanceof Error) throw said;
        const { body = '', headers = {} } = said;
        const stream = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
        return { ...said, headers, body: stream };
      },
    },
  };
  return { context, sent, more, isBrokenOff, stop };
}
