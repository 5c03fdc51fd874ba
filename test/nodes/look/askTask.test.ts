import { describe, expect, it } from 'vitest';
import type { ServiceAnswer } from '../../../nodes/service/ServiceAnswer.ts';
import { readTaskAnswer } from '../../../nodes/look/askTask.ts';

describe('readTaskAnswer', () => {
  const task = (record: object) =>
    ({ kind: 'task', httpStatus: 200, task: record }) as ServiceAnswer;
  const redirected = (location: string): ServiceAnswer => ({
    ...{ kind: 'redirected', httpStatus: 302, location, detail: '' },
  });

  it.each<[ServiceAnswer, object]>([
    [task({ status: 'odd', results: 7 }), { kind: 'task', task: { status: 'odd', results: 7 } }],
    [task({ progress: 3 }), { kind: 'silent', reason: 'the answer has no "status"' }],
    [
      task({ code: 404, message: 'No such task here' }),
      { kind: 'silent', reason: 'the answer has no "status": No such task here' },
    ],
    [
      task({ id: 'b', status: 'pending' }),
      { kind: 'contradiction', reason: 'the answer is about task "b"' },
    ],
    [
      { kind: 'busy', httpStatus: 429, retryAfterMs: 7_000, detail: 'slow down' },
      { kind: 'busy', reason: 'HTTP 429, slow down', retryAfterMs: 7_000 },
    ],
    [
      { kind: 'faulty', httpStatus: 503, retryAfterMs: 9_000, detail: '' },
      { kind: 'fault', reason: 'HTTP 503', retryAfterMs: 9_000 },
    ],
    [
      { kind: 'notFound', httpStatus: 404, detail: '' },
      { kind: 'notFound', reason: 'HTTP 404' },
    ],
    [
      { kind: 'unauthorized', httpStatus: 401, detail: 'no' },
      { kind: 'keyRefused', reason: 'HTTP 401, no' },
    ],
    [
      redirected('https://b.test/'),
      {
        kind: 'refused',
        reason: 'HTTP 302, a redirect to https://b.test/, which we don’t follow',
      },
    ],
    [
      redirected(''),
      { kind: 'refused', reason: 'HTTP 302, a redirect to nowhere, which we don’t follow' },
    ],
    [
      { kind: 'unreadable', httpStatus: 200, detail: 'not JSON' },
      { kind: 'silent', reason: 'HTTP 200, not JSON' },
    ],
    [
      { kind: 'unsent', code: 'ECONNREFUSED', detail: '' },
      { kind: 'silent', reason: 'ECONNREFUSED' },
    ],
    [
      { kind: 'unsent', code: 'cancelled', detail: '' },
      { kind: 'fault', reason: 'cancelled' },
    ],
    [
      { kind: 'unanswered', code: '', detail: '' },
      { kind: 'silent', reason: 'no answer' },
    ],
    [{ kind: 'cancelled' }, { kind: 'fault', reason: 'the request was stopped' }],
  ])('reads %j as %j', (answer, want) => {
    expect(readTaskAnswer(answer, 'a')).toStrictEqual(want);
  });
});
