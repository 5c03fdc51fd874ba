import { describe, expect, it } from 'vitest';
import { maySend, type Facts } from '../../../../nodes/CreateVideo/pay/maySend.ts';
import type { Outcome } from '../../../../nodes/CreateVideo/pay/Pass.ts';

const failure = { message: '', description: '', reason: 'noAnswer', paid: 'unknown' } as const;
const made: Outcome = { kind: 'accepted', task: { id: 'a' } };
const refused: Outcome = { kind: 'notCreated', failure };
const unknown: Outcome = { kind: 'unknown', failure };
const unsent = (code: string) => ({ kind: 'unsent', code, detail: '' }) as const;

describe('maySend', () => {
  it.each<[boolean, string, Facts, string]>([
    [true, 'what was never sent', { state: 'ordering' }, 'nothing was sent for it'],
    [true, 'what was refused', { earlier: refused }, 'the service certainly did not take it'],
    [false, 'what was made', { earlier: made }, 'the service has made it'],
    [false, 'what may have been made', { earlier: unknown }, 'it may have been made'],
    [false, 'a pass that is waited for', { state: 'waiting' }, 'what was ordered is waited for'],
    [false, 'a pass that is over', { state: 'over' }, 'all that was ordered has left the node'],
    [
      false,
      'a row that was refused, in a pass that is over',
      { state: 'over', earlier: refused },
      'all that was ordered has left the node',
    ],
    [true, 'a first connection', { answer: unsent('EAI_AGAIN') }, 'no connection came about'],
    [
      true,
      'a busy service',
      { answer: { kind: 'busy', httpStatus: 429, detail: '' } },
      'the service says that it has not taken it',
    ],
    ...['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map(
      (code): [boolean, string, Facts, string] => [
        true,
        `a connection that ended with ${code}`,
        { answer: unsent(code), tries: 2 },
        'no connection came about',
      ],
    ),
    [false, 'one that stays so', { answer: unsent('EAI_AGAIN'), tries: 3 }, 'none comes about'],
    ...(['CERT_HAS_EXPIRED', 'ECONNRESET'] as const).map(
      (code): [boolean, string, Facts, string] => [
        false,
        `a connection that ended with ${code}`,
        { answer: unsent(code) },
        'it may have left, or it would be refused again',
      ],
    ),
    [
      false,
      'an answer that never came',
      { answer: { kind: 'unanswered', code: 'ECONNREFUSED', detail: '' } },
      'it may have left, or it would be refused again',
    ],
  ])('says %s for %s', (may, _, facts, because) => {
    expect(maySend(facts)).toEqual({ may, because });
  });
});
