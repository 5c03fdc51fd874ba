import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../../../nodes/CreateVideo/pay/orderOutcome.ts';
import type { LedgerRow, OrderOutcome, RowResult } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import {
  endingsOf,
  stopOrdering,
  tellRun,
  type OrderItem,
} from '../../../../nodes/CreateVideo/tell/rows.ts';
import { toWaitItems } from '../../../../nodes/CreateVideo/toWaitItems.ts';
import { countRows, tellCounts } from '../../../../nodes/results/describeStop.ts';
import { toEnding } from '../../../../nodes/results/toEnding.ts';
import type { ServiceAnswer } from '../../../../nodes/service/ServiceAnswer.ts';

const row = (result: RowResult, more: Partial<LedgerRow> = {}): LedgerRow => ({
  ...{ result, executionId: '1', fingerprint: '{}', atMs: 0 },
  ...more,
});
/** The items of rows, with what each says of the way on. */
const itemsOf = (rows: LedgerRow[]) =>
  toWaitItems({ isOrdered: false, rows, pageSize: 1, limits: [], failedTries: {} });
const read = (answer: ServiceAnswer) => readOutcome(answer, 'https://api.test');
const paid: OrderOutcome = { kind: 'accepted', task: { id: 'a' } };
const unknown = read({ kind: 'unanswered', code: 'ECONNRESET', detail: 'ECONNRESET' });
const refuse = (detail: string) =>
  read({ kind: 'refused', httpStatus: 422, detail, isSentence: true });
const refused = refuse('too long');
const fault = read({ kind: 'faulty', httpStatus: 500, detail: '' });
const busy = read({ kind: 'busy', httpStatus: 429, detail: '' });
const unauthorized = read({ kind: 'unauthorized', httpStatus: 401, detail: '' });
const unusable = read({ kind: 'task', httpStatus: 200, task: { id: ' b ' } });
const before = {
  orderKey: 'k',
  result: { kind: 'orderedBefore', taskId: 'old', isChanged: false },
} as const;
const planned: RowResult = { kind: 'planned', body: '' };
const preview: RowResult = { kind: 'preview' };

const failureIn = (outcome: OrderOutcome) =>
  (outcome as Extract<OrderOutcome, { failure: object }>).failure;

describe('the next step of a row that was not created', () => {
  it.each<[string, OrderOutcome, LedgerRow[], string]>([
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
      'Nothing was charged for this row. Check the API key and the Base URL of the Video Generation API credential. Then run the workflow again: thanks to the Order Keys, no row is charged twice.',
    ],
    [
      'minds those without a key',
      unauthorized,
      [row(paid, { orderKey: 'b' }), row(paid)],
      'Nothing was charged for this row. Check the API key and the Base URL of the Video Generation API credential. Then run the workflow with only the rows that weren’t ordered: the others would be charged again.',
    ],
  ])('%s', async (_, failed, others, words) => {
    const [item] = await itemsOf([row(failed), ...others]);
    expect(item!.failure!.description).toBe(words);
  });

  it('leaves rows alone that may have been charged, and what n8n itself says', async () => {
    const failure = { reason: 'invalidInput', paid: 'no', message: 'm', description: 'd' } as const;
    const items = await itemsOf([row(unknown), row(paid), row({ kind: 'notCreated', failure })]);
    expect(items[0]!.failure).toBe(failureIn(unknown));
    expect(items[2]!.failure).toBe(failure);
  });
});

describe('the counts of a run', () => {
  it('tell what came of each row, by the reason of its failure or by what was paid', async () => {
    const rows = [
      ...[row(paid), row(paid), row(before.result, before), row(unusable), row(refused)],
      ...[row(planned), row(unknown), row(preview)],
    ];
    const endings = endingsOf(await itemsOf(rows));
    expect(tellCounts(countRows(endings))).toBe(
      '2 ordered and paid now, 1 from before, 1 ordered, 2 not charged, 1 unknown, 1 only shown',
    );
  });
});

describe('a batch that stops', () => {
  const stopOf = async (rows: LedgerRow[]) => stopOrdering(await itemsOf(rows));
  const wordsOf = async (...rows: LedgerRow[]) => {
    const { message, description } = (await stopOf(rows))!.failure;
    return `${message} | ${description}`;
  };
  const byRetry =
    'open this execution under Executions and choose Retry with currently saved workflow: what was ordered is kept, and only the other rows are ordered. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order those rows on their own afterwards. Don’t run the workflow from its start, which would order all rows again.';

  it('names the row that failed, what was charged, the way on, and each task', async () => {
    expect(await wordsOf(row(paid), row(busy), row(planned))).toBe(
      `Row 2: The service is too busy to accept this request (HTTP 429). | 1 ordered and paid now, 2 not charged. Wait a while. Then ${byRetry} Tasks: row 1 (a, pending). Wait for Video gets their videos by these IDs.`,
    );
  });

  it('begins with a row that may have been charged, and tells each cause once', async () => {
    expect(await wordsOf(row(refused), row(unknown), row(unknown), row(refused))).toBe(
      `Rows 2 and 3: The service didn’t answer, so nobody knows whether it accepted the request: ECONNRESET. | 2 not charged, 2 unknown. What is unknown may have been charged. Check the service’s dashboard before you order again. Fix each of these problems, in the node or in your data. Then ${byRetry} Other problems: Rows 1 and 4: too long.`,
    );
  });

  it('needs no row where all failed of the same, and sends nobody to Retry for nothing', async () => {
    expect(await wordsOf(row(unauthorized), row(unauthorized))).toBe(
      'The service refused the API key (HTTP 401). | Nothing was charged. Check the API key and the Base URL of the Video Generation API credential. Then try again.',
    );
  });

  it('has no way on where every row has its task or may have one, and a key', async () => {
    const keyed = { orderKey: 'k' };
    expect(await wordsOf(row(paid, keyed), row(unknown, keyed), row(fault, keyed))).toMatch(
      /before you order again\. To go on with the videos that are there, .* Other problems/,
    );
  });
});

describe('the hint of a run', () => {
  const made: OrderItem = { itemIndex: 0, hasKey: false, taskId: 'a', paid: 'yes' };
  const failedWith = (reason: string, paid: 'yes' | 'no' | 'unknown'): OrderItem => ({
    ...{ itemIndex: 0, hasKey: false },
    failure: { reason, paid, message: '', description: '' },
  });
  const lost = failedWith('noAnswer', 'unknown');
  const costs = 'Running this node again makes new videos, and you pay for them.';
  const again = 'To get a finished video again for nothing, give its ID to Wait for Video.';
  const ordered =
    'What you ordered is being made now, which takes minutes. Wait for Video gets it by its ID.';
  const look =
    'What is unknown may have been charged. Check the service’s dashboard before you order again.';

  it.each<[string, OrderItem[], boolean, string]>([
    ['what was ordered is being made', [made], false, `${ordered} ${costs}`],
    ['what another run costs, and what costs nothing', [made], true, `${costs} ${again}`],
    ['of no cost where all have keys', [{ ...made, hasKey: true }], true, ''],
    ['of no cost where nothing was ordered', [failedWith('refused', 'no')], false, ''],
    [
      'what each row came to',
      [made, lost, failedWith('refused', 'no'), made, failedWith('failed', 'unknown')],
      true,
      `5 rows: 2 ordered and paid now, 1 unknown, 1 not charged, 1 failed. Check the service’s dashboard to see whether what failed was charged. ${look} ${costs} ${again}`,
    ],
    ['to look before an unknown one is ordered again', [lost], false, look],
  ])('tells %s', (_, items, waits, words) => {
    const done = { status: 'completed', results: ['https://f.test/a'] };
    const ending = { task: waits ? done : undefined };
    const endings = items.map((item) => toEnding(item, () => ending as never));
    expect(tellRun(items, endings, waits)).toBe(words);
  });
});
