import { expect, it } from 'vitest';
import { readTaskAnswer } from '../../../nodes/look/askTask.ts';
import type { ServiceAnswer } from '../../../nodes/service/readAnswer.ts';

const task = (record: object) => ({ kind: 'task', httpStatus: 200, task: record }) as ServiceAnswer;
const http = (kind: string, httpStatus: number, detail: string, more: object = {}) =>
  ({ kind, httpStatus, detail, ...more }) as ServiceAnswer;
const network = (kind: 'unsent' | 'unanswered', code: string): ServiceAnswer => ({
  ...{ kind, code, detail: '' },
});

it.each<[ServiceAnswer, kind: string, reason: string, retryAfterMs?: number]>([
  [task({ progress: 3 }), 'silent', 'the answer has no "status"'],
  [task({ message: 'No such task' }), 'silent', 'the answer has no "status": No such task'],
  [task({ id: 'b', status: 'pending' }), 'contradiction', 'the answer is about task "b"'],
  [http('busy', 429, 'slow down', { retryAfterMs: 7 }), 'busy', 'HTTP 429, slow down', 7],
  [http('faulty', 503, '', { retryAfterMs: 9 }), 'fault', 'HTTP 503', 9],
  [http('notFound', 404, ''), 'notFound', 'HTTP 404'],
  [http('unauthorized', 401, 'no'), 'keyRefused', 'HTTP 401, no'],
  [http('refused', 422, ''), 'refused', 'HTTP 422'],
  ...['https://b.test/', ''].map((location): [ServiceAnswer, string, string] => [
    http('redirected', 302, '', { location }),
    'refused',
    `HTTP 302, a redirect to ${location || 'nowhere'}, which we don’t follow`,
  ]),
  [http('unreadable', 200, 'not JSON'), 'silent', 'HTTP 200, not JSON'],
  [network('unsent', 'ECONNREFUSED'), 'silent', 'ECONNREFUSED'],
  [network('unsent', 'cancelled'), 'fault', 'cancelled'],
  [network('unanswered', ''), 'silent', 'no answer'],
  [{ kind: 'cancelled' }, 'fault', 'the request was stopped'],
])('reads %j as %s, since %s', (answer, kind, reason, retryAfterMs = undefined) => {
  const want = { kind, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  expect(readTaskAnswer(answer, 'a')).toStrictEqual(want);
});

it('reads a task, whatever it holds', () => {
  const odd = { status: 'odd', results: 7 };
  expect(readTaskAnswer(task(odd), 'a')).toStrictEqual({ kind: 'task', task: odd });
});
