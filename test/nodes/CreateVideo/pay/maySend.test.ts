import { describe, expect, it } from 'vitest';
import { maySend, type Facts } from '../../../../nodes/CreateVideo/pay/maySend.ts';
import type { OrderOutcome } from '../../../../nodes/CreateVideo/order/orderOutcome.ts';
import type { ServiceAnswer } from '../../../../nodes/service/readAnswer.ts';

const failure = { message: '', step: '', reason: 'noAnswer', paid: 'unknown' } as const;
const made: OrderOutcome = { kind: 'accepted', task: { id: 'a' } };
const refused: OrderOutcome = { kind: 'notCreated', failure };
const unknown: OrderOutcome = { kind: 'unknown', failure };
const others = 'task unreadable faulty redirected refused unauthorized notFound cancelled'.split(
  ' ',
);
const unsent = (code: string) => ({ kind: 'unsent', code, detail: '' }) as const;

const answered = (kind: string): Facts => ({
  answer: { kind, httpStatus: 500, detail: '' } as unknown as ServiceAnswer,
});
const before = { kind: 'orderedBefore', taskId: 'a', isChanged: false } as const;
const sending = { kind: 'sending', body: '{}' } as const;
const lostPage = { kind: 'unknown', failure: { reason: 'lostPage', paid: 'unknown' } };

describe('maySend', () => {
  it.each<[unknown, string, Facts]>([
    ['send', 'what was never sent', {}],
    ['send', 'what was refused', { record: refused }],
    [made, 'what was made', { record: made }],
    [unknown, 'what may have been made', { record: unknown }],
    ['send', 'a page of its own', { record: sending, isOfOtherExecution: false }],
    [lostPage, 'a page that was lost', { record: sending, isOfOtherExecution: true }],
    ['send', 'its row with a key', { record: sending, isOfOtherExecution: true, hasKey: true }],
    [unknown, 'the repetition of a call', { call: unknown, record: refused }],
    [made, 'what was made, by a call', { call: unknown, record: made }],
    ['later', 'a key that is being sent', { claim: 'underWay' }],
    [
      { kind: 'unknown', failure: { reason: 'keyUnknown', paid: 'unknown' } },
      'a key that was claimed and not made',
      { claim: 'claimed' },
    ],
    [before, 'a key that was made', { claim: before }],
    ['send', 'a first connection', { answer: unsent('EAI_AGAIN') }],
    ['send', 'a busy service', { answer: { kind: 'busy', httpStatus: 429, detail: '' } }],
    [
      'no',
      'a service that was busy for too long',
      { answer: { kind: 'busy', httpStatus: 429, detail: '', isHeldBack: true } },
    ],
    ...['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map(
      (code): [string, string, Facts] => ['send', code, { answer: unsent(code), tries: 2 }],
    ),
    ['no', 'a connection that never comes about', { answer: unsent('EAI_AGAIN'), tries: 3 }],
    ['no', 'a bad certificate', { answer: unsent('CERT_HAS_EXPIRED') }],
    ['no', 'a connection that broke off', { answer: unsent('ECONNRESET') }],
    [
      'no',
      'an answer that never came',
      { answer: { kind: 'unanswered', code: 'ECONNREFUSED', detail: '' } },
    ],
    ...others.map((kind): [string, string, Facts] => ['no', `an answer: ${kind}`, answered(kind)]),
  ])('says %o for %s', (verdict, _, facts) => {
    expect({ verdict: maySend(facts) }).toMatchObject({ verdict });
  });
});
