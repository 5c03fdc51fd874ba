import { createRequire } from 'node:module';
import nock from 'nock';
import type * as gatesModule from '../../nodes/pace/gates.ts';
import { serve } from './n8nProcess.ts';

const require = createRequire(import.meta.url);
const { gates } = require('../../dist/nodes/pace/gates.js') as typeof gatesModule;

/** One request that left a node. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** What the fake answers: status, body, headers; or an error code for a broken connection. */
export type Reply =
  | {
      status: number;
      body?: unknown;
      headers?: Record<string, string>;
      delayMs?: number;
      /** What must have happened before it is answered. */
      after?: Promise<void>;
    }
  | { breakWith: string };

/**
 * Stands in for the service on the network level, and keeps the requests in order.
 *
 * @param answer - what to reply to the n-th request (0-based)
 */
export function fakeService(answer: (request: SentRequest, index: number) => Reply) {
  // What the nodes learned of a service in one test is not so of the next one: a thousand others take its place.
  for (let n = 0; n < 1_000; n += 1) gates.of(`account ${n}`);
  const requests: SentRequest[] = [];
  for (const method of ['GET', 'POST'] as const)
    nock('http://service.test')
      .persist()
      .intercept(/.*/, method)
      .reply((sent: Request) =>
        serve(async () => {
          const { pathname, search } = new URL(sent.url);
          const text = await sent.text();
          const request: SentRequest = {
            method,
            path: pathname + search,
            headers: Object.fromEntries(sent.headers),
            body: text === '' ? '' : JSON.parse(text),
          };
          const reply = answer(request, requests.push(request) - 1);
          if ('breakWith' in reply)
            throw Object.assign(new Error(reply.breakWith), { code: reply.breakWith });
          await reply.after;
          if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
          const { body = {} } = reply;
          return [
            reply.status,
            typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
            { 'content-type': 'application/json', ...reply.headers },
          ];
        }),
      );
  return { requests };
}
