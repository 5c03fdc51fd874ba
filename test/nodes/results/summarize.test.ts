import { describe, expect, it } from 'vitest';
import { readOutcome, type OrderOutcome } from '../../../nodes/CreateVideo/order/orderOutcome.ts';
import type { RowResult } from '../../../nodes/CreateVideo/order/RowResult.ts';
import type { LedgerRow } from '../../../nodes/CreateVideo/pay/Pass.ts';
import { outcomesOf, toWaitItems } from '../../../nodes/CreateVideo/toWaitItems.ts';
import { startWait, waitForTasks, type TaskWait } from '../../../nodes/look/WaitState.ts';
import { type Failure, type Row, tellPerson } from '../../../nodes/outcomes/Failure.ts';
import { describeStop, nextStep, tellRun, tellWait } from '../../../nodes/results/summarize.ts';
import {
  toRowOutcome,
  type TaskOutcome,
  type WaitItem,
} from '../../../nodes/results/rowOutcome.ts';
import type { ServiceAnswer } from '../../../nodes/service/ServiceAnswer.ts';

const row = (result: RowResult, more: Partial<LedgerRow> = {}): LedgerRow => ({
  ...{ result, executionId: '1', fingerprint: '{}', atMs: 0 },
  ...more,
});
/** What came of rows for which nobody has waited. */
const outcomesOfRows = async (rows: LedgerRow[]) =>
  outcomesOf(
    await toWaitItems({ isOrdered: false, rows, pageSize: 1, limits: [], failedTries: {} }),
  );
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
    const outcomes = await outcomesOfRows([row(failed), ...others]);
    const isAnyPaid = outcomes.some((one) => one.paid !== 'no');
    expect(tellPerson(outcomes[0]!.failure!, nextStep(outcomes, false), isAnyPaid)).toBe(words);
  });

  it('changes nothing for a row that may have been charged', async () => {
    const outcomes = await outcomesOfRows([row(unknown), row(paid)]);
    expect(tellPerson(outcomes[0]!.failure!, nextStep(outcomes, false), true)).toBe(
      'The video may have been created and charged. Check the service’s dashboard before you order this again. Details: ECONNRESET',
    );
  });
});

describe('the counts of a run', () => {
  it('tell what came of each row, by the reason of its failure or by what was paid', async () => {
    const rows = [
      ...[row(paid), row(paid), row(before.result, before), row(unusable), row(refused)],
      ...[row(planned), row(unknown), row(preview)],
    ];
    expect(tellRun(await outcomesOfRows(rows), true)).toMatch(
      /^8 rows: 2 ordered and paid now, 1 from before, 1 ordered, 2 not charged, 1 unknown, 1 only shown\. /,
    );
  });
});

describe('a batch that stops', () => {
  const wordsOf = async (...rows: LedgerRow[]) => {
    const { message, description } = describeStop(await outcomesOfRows(rows))!;
    return `${message} | ${description}`;
  };
  const byRetry =
    'open this execution under Executions and choose Retry with currently saved workflow: what was ordered is kept, and only the other rows are ordered. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order those rows on their own afterwards. Don’t run the workflow from its start, which would order all rows again.';

  it('names the row that failed, what was charged, the way on, and each task', async () => {
    expect(await wordsOf(row(paid), row(busy), row(planned))).toBe(
      `Row 2: The service is too busy to accept this request (HTTP 429). | 3 rows: 1 ordered and paid now, 2 not charged. Wait a while. Then ${byRetry} Tasks: a (row 1: pending). Wait for Video gets their videos by these IDs.`,
    );
  });

  it('begins with a row that may have been charged, and tells each cause once', async () => {
    expect(await wordsOf(row(refused), row(unknown), row(unknown), row(refused))).toBe(
      `Rows 2 and 3: The service didn’t answer, so nobody knows whether it accepted the request: ECONNRESET. | 4 rows: 2 not charged, 2 unknown. What is unknown may have been charged. Check the service’s dashboard before you order again. Fix each of these problems, in the node or in your data. Then ${byRetry} Other problems: Rows 1 and 4: too long.`,
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

describe('the note of a run', () => {
  const made: WaitItem = { itemIndex: 0, taskId: 'a', paid: 'yes' };
  const failedWith = (reason: string, paid: 'yes' | 'no' | 'unknown'): WaitItem => ({
    itemIndex: 0,
    failure: { reason, paid, message: '', step: '' },
  });
  const lost = failedWith('noAnswer', 'unknown');
  const old: WaitItem = { itemIndex: 1, orderKey: 'k', isFromBefore: true, paid: 'no' };
  const gets = 'Wait for Video gets what you ordered by its ID, for nothing.';
  const costs = `Running this node again makes new videos, and you pay for them. ${gets}`;
  const ordered = 'What you ordered is being made now, which takes minutes.';
  const look =
    'What is unknown may have been charged. Check the service’s dashboard before you order again.';

  it.each<[string, WaitItem[], boolean, string]>([
    ['what was ordered is being made', [made], false, `${ordered} ${costs}`],
    ['what another run costs, and what costs nothing', [made], true, costs],
    ['of no cost where all have keys', [{ ...made, orderKey: 'k' }], true, ''],
    ['the way to those, too', [{ ...made, orderKey: 'k' }], false, `${ordered} ${gets}`],
    ['of no cost where nothing was ordered', [failedWith('refused', 'no')], false, ''],
    [
      'what each row came to',
      [made, lost, failedWith('refused', 'no'), made, failedWith('failed', 'unknown')],
      true,
      `5 rows: 2 ordered and paid now, 1 unknown, 1 not charged, 1 failed. Check the service’s dashboard to see whether what failed was charged. ${look} ${costs}`,
    ],
    ['to look before an unknown one is ordered again', [lost], false, look],
    [
      'which rows were ordered before, and which have changed since',
      [{ ...made, orderKey: 'j' }, old, { ...old, itemIndex: 2, taskId: 'a', isChanged: true }],
      true,
      '3 rows: 1 ordered and paid now, 2 from before. Changed since it was ordered, so this is the old video: row 3. To order it as it is now, give it another Order Key. Ordered before (Order Key): row 2. n8n has restarted since, so the ID isn’t known here: look at the execution that ordered it.',
    ],
  ])('tells %s', (_, items, waits, words) => {
    const done = { status: 'completed', results: ['https://f.test/a'] };
    const task = waits ? done : undefined;
    const outcomes = items.map((item) => toRowOutcome(item, () => ({ task: task as never })));
    expect(tellRun(outcomes, waits)).toBe(words);
  });
});

describe('the note of a wait', () => {
  const waitOf = (tasks: Record<string, Partial<TaskWait>>) => {
    const state = waitForTasks(startWait(), Object.keys(tasks), 0, 60_000);
    return {
      tasks: Object.fromEntries(
        Object.entries(state.tasks).map(([id, wait]) => [id, { ...wait, ...tasks[id] }]),
      ),
    };
  };
  const seen = (status: string) => ({ task: { status }, polls: 1 });

  it('counts the rows as the other notes do, and names each task with its row', () => {
    const state = waitOf({
      a: { ...seen('completed'), outcome: 'completed' },
      b: { ...seen('failed'), outcome: 'failed' },
      c: seen('pending'),
      d: {},
    });
    const failure: Failure = { reason: 'refused', paid: 'no', message: '', step: '' };
    const items: WaitItem[] = [
      ...['a', 'b'].map((taskId, itemIndex) => ({ itemIndex, taskId })),
      { itemIndex: 2, failure },
      ...['c', 'd'].map((taskId, at) => ({ itemIndex: at + 3, taskId })),
      { itemIndex: 5, orderKey: 'k', isFromBefore: true },
    ];
    expect(tellWait(items, state)).toEqual({
      summary: '6 rows: 1 finished, 1 failed, 1 not charged, 2 in progress, 1 from before.',
      lines: ['a (row 1): completed', 'b (row 2): failed', 'c (row 4): pending', 'd (row 5)'],
    });
  });

  it('needs neither for a single row', () => {
    const told = tellWait([{ itemIndex: 0, taskId: 'a' }], waitOf({ a: seen('pending') }));
    expect(told).toEqual({ summary: '', lines: ['a: pending'] });
  });
});

const failure: Failure = { message: 'm', step: 'd', reason: 'failed', paid: 'unknown' };
const videoUrl = 'https://f.test/a';
const task = { id: 'x', status: 'completed', results: [videoUrl], paid: 3 } as never;
const look = 'Check the service’s dashboard to see whether the video was charged.';

describe('describeStop', () => {
  const first = { itemIndex: 0, taskId: 'first', paid: 'yes' } as const;
  const failed = { failure: { ...failure, taskId: 'first' } };
  const notSent = { ...failure, reason: 'notSent', paid: 'no' } as const;
  const stop = (items: WaitItem[], ends: TaskOutcome[]) =>
    describeStop(items.map((item, at) => toRowOutcome(item, () => ends[at]!)));

  it.each<[WaitItem, TaskOutcome, Omit<Row, 'row'>, counts: string, told: string]>([
    [
      { itemIndex: 1, taskId: 'a', paid: 'yes' },
      { task },
      { paid: 'yes', taskId: 'a', status: 'completed', videoUrl },
      ...(['1 ordered and paid now', 'a (row 2: completed)'] as const),
    ],
    [
      { itemIndex: 1, taskId: 'a' },
      { task },
      { taskId: 'a', status: 'completed', videoUrl },
      ...(['1 finished', 'a (row 2: completed)'] as const),
    ],
    [
      { itemIndex: 2, taskId: 'b', label: 'L' },
      { task: { status: 'pending' } },
      { label: 'L', taskId: 'b', status: 'pending' },
      ...(['1 not finished', 'b (row 3: pending)'] as const),
    ],
    [
      { itemIndex: 4, taskId: 'd', paid: 'yes' },
      { failure: { ...failure, taskId: 'd', videoUrl, reason: 'downloadFailed', paid: 'yes' } },
      { paid: 'yes', taskId: 'd', reason: 'downloadFailed', videoUrl },
      ...(['1 finished but not downloaded', 'd (row 5)'] as const),
    ],
    [
      { itemIndex: 5, taskId: 'e', paid: 'no', orderKey: 'k', isFromBefore: true },
      { task: undefined },
      { paid: 'no', taskId: 'e' },
      ...(['1 from before', 'e (row 6)'] as const),
    ],
    [
      { itemIndex: 5, paid: 'no', orderKey: 'k', isFromBefore: true },
      {},
      { paid: 'no', reason: 'orderedBefore' },
      ...(['1 from before', ''] as const),
    ],
    [
      { itemIndex: 6, shown: {}, paid: 'no' },
      { task },
      { paid: 'no', reason: 'notSent' },
      ...(['1 only shown', ''] as const),
    ],
  ])('tells beside the first failure what came of %j', (item, ending, row, counts, told) => {
    const error = stop([first, item], [failed, ending])!;
    expect(error.itemIndex).toBe(0);
    const isSame = ending.failure !== undefined;
    expect(error.failure).toEqual({
      ...failed.failure,
      message: isSame ? 'm.' : 'Row 1: m.',
      paid: row.paid === 'yes' ? 'yes' : 'unknown',
      rows: [
        { row: 1, paid: 'unknown', taskId: 'first', reason: 'failed' },
        { ...row, row: item.itemIndex + 1 },
      ],
    });
    expect(error.description).toBe(
      `2 rows: 1 failed, ${counts}. ${look} d Tasks: ${['first (row 1)', told].filter(Boolean).join(', ')}. Wait for Video gets their videos by these IDs.`,
    );
  });

  it('tells one row alone as it is, and stops nothing where none failed', () => {
    expect(stop([first], [failed])).toMatchObject(failed);
    expect(stop([first], [failed])!.failure).not.toHaveProperty('rows');
    expect(stop([first], [failed])!.description).toBeUndefined();
    expect(stop([first], [{ task }])).toBeUndefined();
    expect(stop([{ itemIndex: 0, failure: notSent }], [{}])).toBeUndefined();
  });

  it('begins with one that may have been charged, and says where nothing was', () => {
    const refusal = { ...failure, message: 'n', paid: 'no', reason: 'refused' } as const;
    const free: WaitItem = { itemIndex: 0, failure: refusal };
    const ended: WaitItem = { itemIndex: 1, taskId: 't', paid: 'yes' };
    expect(stop([free, ended], [{}, { failure }])).toMatchObject({
      failure: { message: 'Row 2: m.', paid: 'unknown' },
      description: expect.stringMatching(
        /^2 rows: 1 not charged, 1 failed\. Check the service’s dashboard to see whether what failed was charged\. Fix each .* Other problems: Row 1: n\./,
      ),
    });
    expect(stop([free, { itemIndex: 1, failure: notSent }], [{}, {}])).toMatchObject({
      failure: { message: 'Row 1: n.', paid: 'no' },
      description: 'Nothing was charged. d Then try again.',
    });
  });

  it('orders nothing again where the node spends nothing', () => {
    const wrong = { ...failure, reason: 'badTaskId', paid: undefined };
    const items = [0, 1].map((itemIndex) => ({ itemIndex, failure: wrong }));
    expect(stop(items, [{}, {}])).toMatchObject({
      ...{ failure: { message: 'm.' }, description: 'Nothing was charged. d' },
    });
  });

  it('tells other problems once each, as far as a person reads', () => {
    const many = Array.from({ length: 60 }, (_, itemIndex) => ({
      itemIndex,
      taskId: 't',
      paid: 'yes' as const,
    }));
    const ends = many.map((_, at) => ({
      failure: { ...failure, message: `m${at >> 1}`, taskId: 't' },
    }));
    const { message, description } = stop(many, ends)!;
    expect(message).toBe('Rows 1 and 2: m0.');
    const others = Array.from(
      { length: 9 },
      (_, at) => `Rows ${at * 2 + 3} and ${at * 2 + 4}: m${at + 1}.`,
    );
    expect(description).toContain(
      `60 rows: 60 failed. ${look} d Other problems: ${others.join(' ')} 20 more in the error’s details. Tasks: t (row 1), t (row 2)`,
    );
    expect(description).toMatch(/, t \(row 50\), 10 more in the error’s details\. Wait for Video/);
  });
});
