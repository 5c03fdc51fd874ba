import { describe, expect, it } from 'vitest';
import type { ServiceAnswer } from '../../../nodes/service/ServiceAnswer.ts';
import { readTaskAnswer } from '../../../nodes/look/readTaskAnswer.ts';

describe('readTaskAnswer', () => {
  const cases: { answer: ServiceAnswer; want: object }[] = [
    {
      answer: { kind: 'task', httpStatus: 200, task: { status: 'odd', results: 7 } },
      want: { kind: 'task', task: { status: 'odd', results: 7 } },
    },
    {
      answer: { kind: 'task', httpStatus: 200, task: { progress: 3 } },
      want: { kind: 'silent', reason: 'the answer has no "status"' },
    },
    {
      answer: { kind: 'busy', httpStatus: 429, retryAfterMs: 7_000, detail: 'slow down' },
      want: { kind: 'busy', reason: 'HTTP 429, slow down', retryAfterMs: 7_000 },
    },
    {
      answer: { kind: 'faulty', httpStatus: 503, retryAfterMs: 9_000, detail: '' },
      want: { kind: 'fault', reason: 'HTTP 503', retryAfterMs: 9_000 },
    },
    {
      answer: { kind: 'notFound', httpStatus: 404, detail: '' },
      want: { kind: 'notFound', reason: 'HTTP 404' },
    },
    {
      answer: { kind: 'unauthorized', httpStatus: 401, detail: 'no' },
      want: { kind: 'keyRefused', reason: 'HTTP 401, no' },
    },
    {
      answer: { kind: 'refused', httpStatus: 422, detail: 'bad id' },
      want: { kind: 'refused', reason: 'HTTP 422, bad id' },
    },
    {
      answer: { kind: 'redirected', httpStatus: 302, location: 'https://b.test/', detail: '' },
      want: {
        kind: 'refused',
        reason: 'HTTP 302, a redirect to https://b.test/, which we don’t follow',
      },
    },
    {
      answer: { kind: 'unreadable', httpStatus: 200, detail: 'not JSON' },
      want: { kind: 'silent', reason: 'HTTP 200, not JSON' },
    },
    {
      answer: { kind: 'unsent', code: 'ECONNREFUSED', detail: '' },
      want: { kind: 'silent', reason: 'ECONNREFUSED' },
    },
    {
      answer: { kind: 'unsent', code: 'cancelled', detail: '' },
      want: { kind: 'fault', reason: 'cancelled' },
    },
    {
      answer: { kind: 'unanswered', code: '', detail: '' },
      want: { kind: 'silent', reason: 'no answer' },
    },
    {
      answer: { kind: 'redirected', httpStatus: 302, location: '', detail: '' },
      want: { kind: 'refused', reason: 'HTTP 302, a redirect to nowhere, which we don’t follow' },
    },
    {
      answer: { kind: 'unanswered', code: 'ECONNRESET', detail: 'socket hang up' },
      want: { kind: 'silent', reason: 'socket hang up' },
    },
    {
      answer: { kind: 'task', httpStatus: 200, task: { id: 'b', status: 'pending' } },
      want: { kind: 'contradiction', reason: 'the answer is about task "b"' },
    },
    { answer: { kind: 'cancelled' }, want: { kind: 'fault', reason: 'the request was stopped' } },
  ];
  for (const { answer, want } of cases)
    it(`reads ${answer.kind} ${'httpStatus' in answer ? answer.httpStatus : ''} as ${JSON.stringify(want)}`, () => {
      expect(readTaskAnswer(answer, 'a')).toStrictEqual(want);
    });
});
