import { describe, expect, it } from 'vitest';
import { maySend, type Facts } from '../../../../nodes/CreateVideo/pay/maySend.ts';
import type { Outcome } from '../../../../nodes/CreateVideo/pay/readCreateAnswer.ts';

const failure = { message: '', description: '', reason: 'noAnswer', paid: 'unknown' } as const;
const made: Outcome = { kind: 'accepted', task: { id: 'a' } };
const refused: Outcome = { kind: 'notCreated', failure };
const unknown: Outcome = { kind: 'unknown', failure };
const known: Outcome = { kind: 'unknown', failure: { ...failure, taskId: 'a' } };
const over = { state: 'over', stop: { failure, itemIndex: 0 } } as const;
const unsent = (code: string) => ({ kind: 'unsent', code, detail: '' }) as const;

describe('maySend', () => {
  it.each<[boolean, string, Facts]>([
    [true, 'what was never sent', {}],
    [true, 'what was refused', { earlier: refused }],
    [false, 'what was made', { earlier: made }],
    [false, 'what was made, by an ID in a broken answer', { earlier: known }],
    [false, 'what may have been made', { earlier: unknown }],

    [false, 'a pass that n8n has lost', { ordered: 'lost' }],
    [false, 'a pass that is waited for', { ordered: { state: 'waiting' } }],
    [false, 'a pass that waits to fail', { ordered: { ...over, state: 'waiting' } }],
    [false, 'a pass that is over', { ordered: { state: 'over' } }],
    [true, 'rows that were refused, when a person retries', { ordered: over }],
    [false, 'them in a visit that may come again', { ordered: over, mayBeRepeated: true }],

    [true, 'a busy service', { answer: { kind: 'busy', httpStatus: 429, detail: '' } as never }],
    [true, 'a refused connection', { answer: unsent('ECONNREFUSED'), tries: 2 }],
    [false, 'one that stays refused', { answer: unsent('ECONNREFUSED'), tries: 3 }],
    [false, 'a certificate that is refused', { answer: unsent('CERT_HAS_EXPIRED') }],
    [false, 'a connection that broke', { answer: unsent('ECONNRESET') }],
    [false, 'an answer that never came', { answer: { kind: 'unanswered', detail: '' } as never }],
  ])('says %s for %s', (may, _, facts) => {
    expect(maySend(facts).may).toBe(may);
  });
});
