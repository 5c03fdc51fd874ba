import { describe, expect, it } from 'vitest';
import type { TaskWait } from '../../../nodes/look/WaitState.ts';
import type { OutcomeName } from '../../../nodes/outcomes/catalogue.ts';
import { failureFor, tellPerson, type Failure } from '../../../nodes/outcomes/Failure.ts';
import {
  toRowOutcome,
  type TaskOutcome,
  type WaitItem,
} from '../../../nodes/results/rowOutcome.ts';
import { describeStop, nextStep, tellRun, tellWait } from '../../../nodes/results/summarize.ts';
import { waitFor } from '../look/simulatedWorld.ts';

/** A row, and what came of its task, where it has one. */
interface Came extends Partial<WaitItem> {
  came?: TaskOutcome;
}
/** What came of rows, each behind the one before. */
const outcomesOf = (rows: readonly Came[]) =>
  rows.map(({ came = {}, ...row }, itemIndex) => toRowOutcome({ itemIndex, ...row }, () => came));
const stop = (...rows: Came[]) => describeStop(outcomesOf(rows));
const wordsOf = (...rows: Came[]) => `${stop(...rows)!.message} | ${stop(...rows)!.description}`;

const failed = (name: OutcomeName, said: Partial<Failure> = {}): Came => ({
  failure: failureFor(name, said),
});
const pending = { status: 'pending' };
const paid: Came = { taskId: 'a', paid: 'yes', came: { task: pending } };
const keyed = { ...paid, orderKey: 'k' };
const old: Came = { paid: 'no', orderKey: 'k', isFromBefore: true };
const preview: Came = { paid: 'no', shown: {} };
const notSent = failed('notSent');
const failedTask: TaskOutcome = { failure: failureFor('failed', { taskId: 'a' }) };
const unknown = failed('noAnswer', { cause: 'ECONNRESET' });
const refused = failed('refused', { httpStatus: 422, message: 'too long' });
const busy = failed('busy', { httpStatus: 429 });
const unauthorized = failed('unauthorized', { httpStatus: 401 });

const onlyMissing =
  'Then run the workflow with only the rows that weren’t ordered: the others would be charged again.';
const byRetry =
  'open this execution under Executions and choose Retry with currently saved workflow: what was ordered is kept, and only the other rows are ordered. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order those rows on their own afterwards. Don’t run the workflow from its start, which would order all rows again.';
const look = 'Check the service’s dashboard to see whether the video was charged.';
const lookFailed = 'Check the service’s dashboard to see whether what failed was charged.';
const lookUnknown =
  'What is unknown may have been charged. Check the service’s dashboard before you order again.';

describe('the next step of a row that was not created', () => {
  const free = 'Nothing was charged for this row.';
  const mend = 'Fix the problem it names.';
  const withKeys =
    'Then run the workflow again: thanks to the Order Keys, no row is charged twice.';
  const unsure =
    'The video may have been created and charged. Check the service’s dashboard before you order this again. Details: ECONNRESET';
  const again = `Nothing was charged. ${mend} Then try again.`;
  it.each<[string, Came[], string]>([
    ['is to try again where nothing else is paid', [refused, busy], again],
    ['leaves out what was paid', [refused, paid, unknown], `${free} ${mend} ${onlyMissing}`],
    ['is to run all that has keys', [busy, keyed], `${free} Wait a while. ${withKeys}`],
    ['minds those without a key', [busy, keyed, paid], `${free} Wait a while. ${onlyMissing}`],
    ['changes nothing for one that may have been charged', [unknown, paid], unsure],
  ])('%s', (_, rows, words) => {
    const outcomes = outcomesOf(rows);
    const isAnyPaid = outcomes.some((one) => one.paid !== 'no');
    const [{ failure } = {}] = outcomes;
    expect(tellPerson(failure!, nextStep(outcomes, false), isAnyPaid)).toBe(words);
  });
});

describe('a batch that stops', () => {
  it('names the row that failed, what was charged, the way on, and each task', () => {
    expect(wordsOf(paid, busy, notSent)).toBe(
      `Row 2: The service is too busy to accept this request (HTTP 429). | 3 rows: 1 ordered and paid now, 2 not charged. Wait a while. Then ${byRetry} Tasks: a (row 1: pending). Wait for Video gets their videos by these IDs.`,
    );
  });

  it('begins with a row that may have been charged, and tells each cause once', () => {
    expect(wordsOf(refused, unknown, unknown, refused)).toBe(
      `Rows 2 and 3: The service didn’t answer, so nobody knows whether it accepted the request: ECONNRESET. | 4 rows: 2 not charged, 2 unknown. ${lookUnknown} Fix each of these problems, in the node or in your data. Then ${byRetry} Other problems: Rows 1 and 4: too long.`,
    );
  });

  it('needs no row where all failed of the same, and sends nobody to Retry free of charge', () => {
    expect(wordsOf(unauthorized, unauthorized)).toBe(
      'The service refused the API key (HTTP 401). | Nothing was charged. Check the API key and the Base URL of the Video Generation API credential. Then try again.',
    );
    expect(wordsOf(refused, notSent)).toBe(
      'Row 1: too long. | Nothing was charged. Fix the problem it names. Then try again.',
    );
  });

  it('sends nobody to Retry where nothing is there and nothing left', () => {
    expect(wordsOf(unknown, unknown)).toMatch(/before you order again\. Other|order again\.$/);
  });

  it('tells the way on of a batch, and not of a task, where another row failed of something else', () => {
    const ended: Came = { ...paid, came: failedTask };
    expect(wordsOf(ended, refused)).toContain(
      `Fix each of these problems, in the node or in your data. Then ${byRetry}`,
    );
    expect(wordsOf(ended, ended)).toContain('If you still want the video, order it again.');
  });

  it('says how to go on with what is there where every row has its task, or may have one', () => {
    const fault = failed('serviceFault');
    expect(wordsOf(keyed, { ...unknown, orderKey: 'k' }, { ...fault, orderKey: 'k' })).toMatch(
      /before you order again\. To go on with the videos that are there, .* Other problems/,
    );
  });
});

describe('the note of a run', () => {
  const gets = 'Wait for Video gets what you ordered by its ID, free of charge.';
  const costs = `Running this node again makes new videos, and you pay for them. ${gets}`;
  const ordered = 'What you ordered is being made now, which takes minutes.';
  const ended = failed('failed');

  const all = [paid, unknown, refused, failed('unusableTaskId'), notSent, paid, ended, preview];
  const each =
    '8 rows: 2 ordered and paid now, 1 unknown, 2 not charged, 1 ordered, 1 failed, 1 only shown.';
  const changed =
    'Changed since it was ordered, so this is the old video: row 3. To order it as it is now, give it another Order Key.';
  const before =
    'Ordered before (Order Key): row 2. The ID isn’t known here: look at the execution that ordered it.';

  it.each<[string, Came[], waits: boolean, string]>([
    ['what was ordered is being made', [paid], false, `${ordered} ${costs}`],
    ['what another run costs, and what costs nothing', [paid], true, costs],
    ['of no cost where all have keys', [keyed], true, ''],
    ['the way to those, too', [keyed], false, `${ordered} ${gets}`],
    ['of no cost where nothing was ordered', [refused], false, ''],
    ['to look before an unknown one is ordered again', [unknown], false, lookUnknown],
    ['what each row came to', all, true, `${each} ${lookFailed} ${lookUnknown} ${costs}`],
    [
      'which rows were ordered before, and which have changed since',
      [keyed, old, { ...old, taskId: 'a', isChanged: true }],
      true,
      `3 rows: 1 ordered and paid now, 2 from before. ${changed} ${before}`,
    ],
  ])('tells %s', (_, rows, waits, words) => {
    expect(tellRun(outcomesOf(rows), waits)).toBe(words);
  });
});

describe('the note of a wait', () => {
  const waitOf = (seen: Record<string, Partial<TaskWait>>) => {
    const { tasks } = waitFor(Object.keys(seen));
    for (const [id, one] of Object.entries(seen)) Object.assign(tasks[id]!, one);
    return { tasks };
  };
  const seen = (status: string) => ({ task: { status }, polls: 1 });

  it('counts the rows as the other notes do, and names each task with its row', () => {
    const state = waitOf({
      a: { ...seen('completed'), outcome: 'completed' },
      b: { ...seen('failed'), outcome: 'failed' },
      c: seen('pending'),
      d: {},
      e: { task: pending },
    });
    const [a, b, c, d, e] = [...'abcde'].map((taskId) => ({ taskId }));
    const rows = [a, b, refused, c, d, e, old];
    const items = rows.map((row, itemIndex): WaitItem => ({ itemIndex, ...row }));
    expect(tellWait(items, state)).toEqual({
      summary: '7 rows: 1 finished, 1 failed, 1 not charged, 3 in progress, 1 from before.',
      lines: [
        ...['a (row 1): completed', 'b (row 2): failed', 'c (row 4): pending', 'd (row 5)'],
        'e (row 6): pending',
      ],
    });
  });

  it('needs neither for a single row', () => {
    const told = tellWait([{ itemIndex: 0, taskId: 'a' }], waitOf({ a: seen('pending') }));
    expect(told).toEqual({ summary: '', lines: ['a: pending'] });
  });
});

describe('describeStop', () => {
  const videoUrl = 'https://f.test/a';
  const done = { task: { status: 'completed', results: [videoUrl] } } as TaskOutcome;
  const failure: Failure = { message: 'm', step: 'd', reason: 'failed', paid: 'unknown' };
  const first: Came = {
    ...{ taskId: 'first', paid: 'yes', came: { failure: { ...failure, taskId: 'first' } } },
  };
  const lost = { taskId: 'd', videoUrl, reason: 'downloadFailed', paid: 'yes' } as const;
  const made = { taskId: 'a', came: done };

  it('tells beside the first failure what came of each row', () => {
    const noFile: TaskOutcome = { failure: { ...failure, ...lost } };
    const error = stop(
      first,
      { ...made, paid: 'yes' },
      made,
      { taskId: 'b', label: 'L', came: { task: pending } },
      { taskId: 'd', paid: 'yes', came: noFile },
      { ...old, taskId: 'e' },
      old,
      preview,
    )!;
    const finished = { taskId: 'a', status: 'completed', videoUrl };
    expect([error.itemIndex, error.failure]).toEqual([
      0,
      {
        ...first.came!.failure,
        ...{ message: 'Rows 1 and 5: m.', paid: 'yes' },
        rows: [
          { row: 1, paid: 'unknown', taskId: 'first', reason: 'failed' },
          { row: 2, paid: 'yes', ...finished },
          { row: 3, ...finished },
          { row: 4, label: 'L', taskId: 'b', status: 'pending' },
          { row: 5, ...lost },
          { row: 6, paid: 'no', taskId: 'e' },
          { row: 7, paid: 'no', reason: 'orderedBefore' },
          { row: 8, paid: 'no', reason: 'notSent' },
        ],
      },
    ]);
    expect(error.description).toBe(
      `8 rows: 1 failed, 1 ordered and paid now, 1 finished, 1 not finished, 1 finished but not downloaded, 2 from before, 1 only shown. ${look} d Tasks: first (row 1), a (row 2: completed), a (row 3: completed), b (row 4: pending), d (row 5), e (row 6). Wait for Video gets their videos by these IDs.`,
    );
    expect(stop(first, old)!.failure.paid).toBe('unknown');
  });

  it('tells one row alone as it is, and stops nothing where none failed', () => {
    expect(stop(first)).toMatchObject(first.came!);
    expect(stop(first)!.failure).not.toHaveProperty('rows');
    expect(stop(first)!.description).toBeUndefined();
    expect(stop(made)).toBeUndefined();
    expect(stop(notSent)).toBeUndefined();
  });

  it('orders nothing again where the node spends nothing', () => {
    const wrong = { failure: { ...failure, reason: 'badTaskId', paid: undefined } };
    expect(stop(wrong, wrong)).toMatchObject({
      message: 'm.',
      description: 'Nothing was charged. d',
    });
  });

  it('tells other problems once each, as far as a person reads', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...{ taskId: 't', paid: 'yes' as const },
      came: { failure: { ...failure, message: `m${at >> 1}`, taskId: 't' } },
    }));
    const { message, description } = stop(...many)!;
    expect(message).toBe('Rows 1 and 2: m0.');
    const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
      (at) => `Rows ${at * 2 + 1} and ${at * 2 + 2}: m${at}.`,
    );
    expect(description).toContain(
      `60 rows: 60 failed. ${look} d Other problems: ${others.join(' ')} 20 more in the error’s details. Tasks: t (row 1), t (row 2)`,
    );
    expect(description).toMatch(/, t \(row 50\), 10 more in the error’s details\. Wait for Video/);
  });
});
