import { createRequire } from 'node:module';
import nock from 'nock';
import type * as gatesModule from '../../nodes/pace/gates.ts';
import { bodyViolation, document } from './validateRequest.ts';

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

/** What the document has against a request; empty when it is as documented. */
export function violations(request: SentRequest): string[] {
  const { pathname } = new URL(request.path, 'http://service.test');
  const path = Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname),
  );
  const operation = path && document.paths[path]?.[request.method.toLowerCase()];
  if (!operation) return [`${request.method} ${pathname} is not in the document`];
  const found: string[] = [];
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? ''))
    found.push('the request carries no Bearer key');
  if (operation.requestBody) {
    if (!/^application\/json/.test(request.headers['content-type'] ?? ''))
      found.push('the body is not declared as application/json');
    const violation = bodyViolation(path, request.method.toLowerCase(), request.body);
    if (violation) found.push(violation);
  } else if (request.body !== '') found.push('a request without a documented body carries one');
  return found;
}

/**
 * Stands in for the service on the network level, checks every request against the bundled
 * document and keeps them in order.
 *
 * @param answer - what to reply to the n-th request (0-based)
 * @param options - strict: false lets requests through that the document does not know
 */
export function fakeService(
  answer: (request: SentRequest, index: number) => Reply,
  { baseUrl = 'http://service.test', strict = true } = {},
) {
  // What the nodes learned of a service in one test is not so of the next one at the same address.
  gates.forgetAll();
  const requests: SentRequest[] = [];
  const faults: string[] = [];
  const handle = (request: SentRequest): Reply => {
    const index = requests.push(request) - 1;
    faults.push(...violations(request).map((fault) => `request ${index}: ${fault}`));
    return answer(request, index);
  };
  for (const method of ['GET', 'POST'] as const)
    nock(baseUrl)
      .persist()
      .intercept(/.*/, method)
      .reply(async (sent: Request) => {
        const { pathname, search } = new URL(sent.url);
        const text = await sent.text();
        const reply = handle({
          method,
          path: pathname + search,
          headers: Object.fromEntries(sent.headers),
          body: text === '' ? '' : JSON.parse(text),
        });
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
      });
  return {
    requests,
    /** Throws when any request was not as the document says. */
    verify() {
      if (strict && faults.length > 0)
        throw new Error(`requests against the document:\n${faults.join('\n')}`);
    },
  };
}
