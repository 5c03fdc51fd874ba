import { describe, expect, it } from 'vitest';
import { adviseRows } from '../../../../nodes/CreateVideo/pay/adviseRows.ts';
import type { Row } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import { readOutcome, type Outcome } from '../../../../nodes/CreateVideo/pay/readCreateAnswer.ts';
import type { ServiceAnswer } from '../../../../nodes/service/ServiceAnswer.ts';

const row = (result: Outcome, orderKey?: string): Row => ({
  ...{ result, executionId: '1', form: '', request: '', atMs: 0 },
  ...(orderKey !== undefined && { orderKey }),
});
const read = (answer: ServiceAnswer) => readOutcome(answer, 'https://api.test');
const paid: Outcome = { kind: 'accepted', task: { id: 'a' } };
const unknown = read({ kind: 'unanswered', code: 'ECONNRESET', detail: 'ECONNRESET' });
const refused = read({ kind: 'refused', httpStatus: 422, detail: 'too long' });
const busy = read({ kind: 'busy', httpStatus: 429, detail: '' });
const unauthorized = read({ kind: 'unauthorized', httpStatus: 401, detail: '' });

const adviceBeside = (failed: Outcome, ...others: Row[]) => {
  const rows = [row(failed, others[0]?.orderKey), ...others];
  adviseRows(rows);
  const { result } = rows[0]!;
  return result.kind === 'notCreated' ? result.failure.description : undefined;
};

describe('the next step of a row that was not created', () => {
  it.each<[string, Outcome, Row[], string]>([
    [
      'stays as it is where nothing else is paid',
      refused,
      [row(busy)],
      'Nothing was charged. The service refused the request (HTTP 422). Fix the problem it names and try again.',
    ],
    [
      'names the rows that running all would pay again',
      refused,
      [row(paid), row(unknown)],
      'Nothing was charged for this row. The service refused the request (HTTP 422). Fix the problem it names. Then run the workflow with only the rows that failed: 2 other rows are paid, and would be ordered again.',
    ],
    [
      'counts one row as people do',
      busy,
      [row(paid)],
      'Nothing was charged for this row. Wait a while. Then run the workflow with only the rows that failed: 1 other row is paid, and would be ordered again.',
    ],
    [
      'may be to run all again where the others have Order Keys',
      unauthorized,
      [row(paid, 'b')],
      'Nothing was charged for this row. Check the API key and the Base URL of the VideoGen API credential. Then run the workflow again: thanks to the Order Keys, no other row is charged twice.',
    ],
    [
      'counts only those without a key',
      unauthorized,
      [row(paid, 'b'), row(paid)],
      'Nothing was charged for this row. Check the API key and the Base URL of the VideoGen API credential. Then run the workflow with only the rows that failed: 1 other row is paid, and would be ordered again.',
    ],
  ])('%s', (_, failed, others, words) => {
    expect(adviceBeside(failed, ...others)).toBe(words);
  });

  it('leaves rows alone that may have been charged', () => {
    const rows = [row(unknown), row(paid)];
    adviseRows(rows);
    expect(rows).toEqual([row(unknown), row(paid)]);
  });
});
