import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../../../nodes/CreateVideo/pay/outcomes.ts';
import type { Outcome, Result, Row } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import {
  adviseRows,
  summarizeStop,
  tellCounts,
} from '../../../../nodes/CreateVideo/pay/tellRows.ts';
import type { ServiceAnswer } from '../../../../nodes/service/ServiceAnswer.ts';

const row = (result: Result, more: Partial<Row> = {}): Row => ({
  ...{ result, executionId: '1', request: '', atMs: 0 },
  ...more,
});
const read = (answer: ServiceAnswer) => readOutcome(answer, 'https://api.test');
const paid: Outcome = { kind: 'accepted', task: { id: 'a' } };
const unknown = read({ kind: 'unanswered', code: 'ECONNRESET', detail: 'ECONNRESET' });
const refuse = (detail: string) => read({ kind: 'refused', httpStatus: 422, detail });
const refused = refuse('too long');
const busy = read({ kind: 'busy', httpStatus: 429, detail: '' });
const unauthorized = read({ kind: 'unauthorized', httpStatus: 401, detail: '' });
const unusable = read({ kind: 'task', httpStatus: 200, task: { id: ' b ' } });
const before: Result = { kind: 'orderedBefore', taskId: 'old' };

const failureIn = (outcome: Outcome) => (outcome as Extract<Outcome, { failure: object }>).failure;

describe('the next step of a row that was not created', () => {
  it.each<[string, Outcome, Row[], string]>([
    [
      'is to try again where nothing else is paid',
      refused,
      [row(busy)],
      'Nothing was charged. The service refused the request (HTTP 422). Fix the problem it names. Then try again.',
    ],
    [
      'leaves out the rows that running all would pay again',
      refused,
      [row(paid), row(unknown)],
      'Nothing was charged for this row. The service refused the request (HTTP 422). Fix the problem it names. Then run the workflow with only the rows that weren’t ordered: the others would be charged again.',
    ],
    [
      'is to run all again where the others have Order Keys',
      unauthorized,
      [row(paid, { orderKey: 'b' })],
      'Nothing was charged for this row. Check the API key and the Base URL of the VideoGen API credential. Then run the workflow again: thanks to the Order Keys, no row is charged twice.',
    ],
    [
      'minds those without a key',
      unauthorized,
      [row(paid, { orderKey: 'b' }), row(paid)],
      'Nothing was charged for this row. Check the API key and the Base URL of the VideoGen API credential. Then run the workflow with only the rows that weren’t ordered: the others would be charged again.',
    ],
  ])('%s', (_, failed, others, words) => {
    expect(adviseRows([row(failed), ...others])(failureIn(failed)).description).toBe(words);
  });

  it('leaves rows alone that may have been charged, and what n8n itself says', () => {
    const advise = adviseRows([row(unknown), row(paid)]);
    expect(advise(failureIn(unknown))).toBe(failureIn(unknown));
    const ofN8n = { reason: 'invalidInput', paid: 'no', message: 'm', description: 'd' } as const;
    expect(advise(ofN8n)).toBe(ofN8n);
  });
});

describe('the counts of a run', () => {
  it('tell what this execution ordered from what was ordered before', () => {
    const rows = [
      ...[row(paid), row(paid), row(paid, { executionId: '0' }), row(before), row(unusable)],
      ...[row(refused), row({ kind: 'planned' }), row({ kind: 'planned' }), row(unknown)],
      row({ kind: 'preview', fingerprint: '{}' }),
    ];
    expect(tellCounts(rows, '1')).toBe('3 ordered, 2 ordered before, 4 not charged, 1 unknown');
    expect(tellCounts([row(paid)], '1')).toBe('1 ordered');
  });
});

describe('a batch that stops', () => {
  const stopOf = (rows: Row[]) => summarizeStop(rows, '1');
  const wordsOf = (...rows: Row[]) => {
    const { message, description } = stopOf(rows)!.failure;
    return `${message} | ${description}`;
  };
  const byRetry =
    'open this execution under Executions and choose Retry with currently saved workflow: what was ordered is kept, and only the other rows are ordered. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order those rows on their own afterwards. Don’t run the workflow from its start, which would order all rows again.';

  it('is no stop where nothing failed', () => {
    expect(stopOf([row(paid), row(before), row({ kind: 'preview', fingerprint: '{}' })])).toBe(
      undefined,
    );
  });

  it('says of a single row what happened to it, with its label', () => {
    expect(stopOf([row(refused, { label: 'mine' })])).toEqual({
      itemIndex: 0,
      failure: { ...failureIn(refused), label: 'mine' },
    });
    expect(stopOf([row(refused)])!.failure).toEqual(failureIn(refused));
  });

  it('names the row that failed, what was charged, the way on, and each task', () => {
    expect(wordsOf(row(paid), row(busy), row({ kind: 'planned' }))).toBe(
      `Row 2: The service is too busy to accept this request (HTTP 429) | 1 ordered, 2 not charged. Wait a while. Then ${byRetry} Created and charged: row 1 (a). Wait for Video gets their videos by these IDs, too.`,
    );
  });

  it('begins with a row that may have been charged, and tells each cause once', () => {
    expect(wordsOf(row(refused), row(unknown), row(unknown), row(refused))).toBe(
      `Rows 2 and 3: The service didn’t answer, so nobody knows whether it accepted the request | 2 not charged, 2 unknown. Rows 1 and 4: too long. Rows 2 and 3: The service didn’t answer, so nobody knows whether it accepted the request: ECONNRESET. Rows 2 and 3 may have been charged: check the service’s dashboard before you order again. Fix each of these problems, in the node or in your data. Then ${byRetry}`,
    );
  });

  it('needs no row where all failed of the same, and sends nobody to Retry for nothing', () => {
    expect(wordsOf(row(unauthorized), row(unauthorized))).toBe(
      'The service refused the API key (HTTP 401) | Nothing was charged. Check the API key and the Base URL of the VideoGen API credential. Then try again.',
    );
  });

  it.each<[string, Row[], string]>([
    ['yes', [row(refused), row(paid)], 'yes'],
    ['yes, of an ID that can’t be used', [row(unusable), row(refused)], 'yes'],
    ['unknown', [row(refused), row(unknown)], 'unknown'],
    ['no', [row(refused), row({ kind: 'planned' })], 'no'],
  ])('is charged: %s', (_, rows, charge) => {
    expect(stopOf(rows)!.failure.paid).toBe(charge);
  });

  it('lists all rows in its details', () => {
    const ids = ['id "x"'];
    const named = read({ kind: 'faulty', httpStatus: 500, detail: '', ids });
    const rows = [
      row(paid, { label: 'first' }),
      row(named),
      row({ kind: 'planned' }),
      row(before),
      row({ kind: 'planned' }),
      row(unusable),
      row({ kind: 'preview', fingerprint: '{}' }),
    ];
    expect(stopOf(rows)!.failure.rows).toEqual([
      { row: 1, label: 'first', paid: 'yes', taskId: 'a' },
      { row: 2, paid: 'unknown', ids, reason: 'serviceFault' },
      { row: 3, paid: 'no', reason: 'notSent' },
      { row: 4, paid: 'no', taskId: 'old' },
      { row: 5, paid: 'no', reason: 'notSent' },
      { row: 6, paid: 'yes', taskId: ' b ', reason: 'unusableTaskId' },
      { row: 7, paid: 'no' },
    ]);
  });

  it('stays readable where a thousand rows are paid, or fail of causes of their own', () => {
    const many = Array.from({ length: 60 }, () => row(paid));
    expect(wordsOf(row(refused), ...many)).toContain(
      'row 51 (a), 10 more in the error’s details and n8n’s log. Wait for Video',
    );
    expect(wordsOf(row(refused), ...many.slice(0, 50))).not.toContain(' more in the');
    const odd = Array.from({ length: 11 }, (_, at) => row(refuse(`cause ${at}.`)));
    expect(wordsOf(...odd)).toContain('Row 10: cause 9. More is in the error’s details. Fix');
    expect(wordsOf(...odd.slice(0, 10))).not.toContain('More is in');
  });
});
