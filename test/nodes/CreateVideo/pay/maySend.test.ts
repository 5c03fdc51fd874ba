import { describe, expect, it } from 'vitest';
import { maySend, type Facts } from '../../../../nodes/CreateVideo/pay/maySend.ts';
import type { OrderOutcome } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import type { ServiceAnswer } from '../../../../nodes/service/ServiceAnswer.ts';

const failure = { message: '', description: '', reason: 'noAnswer', paid: 'unknown' } as const;
const made: OrderOutcome = { kind: 'accepted', task: { id: 'a' } };
const refused: OrderOutcome = { kind: 'notCreated', failure };
const unknown: OrderOutcome = { kind: 'unknown', failure };
const others = [
  'task',
  'unreadable',
  'faulty',
  'redirected',
  'refused',
  'unauthorized',
  'notFound',
  'cancelled',
] as const;
const unsent = (code: string) => ({ kind: 'unsent', code, detail: '' }) as const;

describe('maySend', () => {
  it.each<[boolean, string, Facts]>([
    [true, 'what was never sent', { pass: { isOrdered: false } }],
    [true, 'what was refused', { earlier: refused }],
    [false, 'what was made', { earlier: made }],
    [false, 'what may have been made', { earlier: unknown }],
    [false, 'a pass that is waited for', { pass: { isOrdered: true } }],
    [false, 'a refused row of such a pass', { pass: { isOrdered: true }, earlier: refused }],
    [true, 'a first connection', { answer: unsent('EAI_AGAIN') }],
    [true, 'a busy service', { answer: { kind: 'busy', httpStatus: 429, detail: '' } }],
    ...['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map(
      (code): [boolean, string, Facts] => [true, code, { answer: unsent(code), tries: 2 }],
    ),
    [false, 'a connection that never comes about', { answer: unsent('EAI_AGAIN'), tries: 3 }],
    [false, 'a bad certificate', { answer: unsent('CERT_HAS_EXPIRED') }],
    [false, 'a connection that broke off', { answer: unsent('ECONNRESET') }],
    [
      false,
      'an answer that never came',
      { answer: { kind: 'unanswered', code: 'ECONNREFUSED', detail: '' } },
    ],
    ...others.map((kind): [boolean, string, Facts] => {
      const answer = { kind, httpStatus: 500, detail: '' } as unknown as ServiceAnswer;
      return [false, `an answer that is ${kind}`, { answer }];
    }),
  ])('says %s for %s', (may, _, facts) => {
    expect(maySend(facts)).toBe(may);
  });
});
