import { describe, expect, it } from 'vitest';
import { maySend } from '../../../nodes/CreateVideo/maySend.ts';
import type { Outcome } from '../../../nodes/CreateVideo/readOutcome.ts';

const failure = { message: '', description: '', reason: 'noAnswer', paid: 'unknown' } as const;
const made: Outcome = { kind: 'accepted', task: { id: 'a' } };
const refused: Outcome = { kind: 'notCreated', failure };
const unknown: Outcome = { kind: 'unknown', failure };
const known: Outcome = { kind: 'unknown', failure: { ...failure, taskId: 'a' } };

describe('maySend', () => {
  it.each<[string, Outcome | undefined, boolean, boolean]>([
    ['what was never sent', undefined, false, true],
    ['what was refused', refused, false, true],
    ['what was made', made, true, false],
    ['what was made, by an ID in a broken answer', known, true, false],
    ['what may have been made', unknown, false, false],
    ['what may have been made, where the person takes the risk', unknown, true, true],
  ])('decides on %s', (_, earlier, resendUnknown, may) => {
    expect(maySend(earlier, resendUnknown).may).toBe(may);
  });
});
