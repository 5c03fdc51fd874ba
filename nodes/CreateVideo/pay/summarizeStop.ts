import type { Stop } from '../../results/WaitItem';
import type { Failure, Paid, Row } from '../../errors/Failure';
import { taskField } from '../../generated/contract';
import { tellCounts } from './countRows';
import { longestCause, nameIds } from './readCreateAnswer';
import { listRows } from '../../text/listRows';
import { failureOf } from './orderedBefore';
import type { Result } from './Result';

const mostNamedTasks = 50;
const mostNamedCauses = 10;

/** Whether the row was paid for; undefined for one that was not sent. */
function paidFor(result: Result): Paid | undefined {
  if (result.kind === 'accepted') return 'yes';
  return failureOf(result)?.paid;
}

function taskIdOf(result: Result): string | undefined {
  if (result.kind === 'orderedBefore') return result.taskId;
  return result.kind === 'accepted' ? String(result.task[taskField.id]) : failureOf(result)?.taskId;
}

/** What becomes of videos that were created when the node stops: whoever retries it has them, or it waits for them. */
export type NextStep = 'retry' | 'bringHome';

/**
 * Says what became of a batch that stops: why, what may have been charged, what was not, how to go on
 * without paying twice, and which tasks exist, because their ids must not be lost with the node's
 * output.
 *
 * @param results - one per input item
 * @param labels - the person's own names for the items
 * @param next - `bringHome` where the tasks are told together with what became of them
 * @param canRetry - whether n8n can retry the execution
 * @returns the failure, and the item that n8n is to show it at; undefined when nothing failed
 */
export function summarizeStop(
  results: readonly Result[],
  labels: ReadonlyArray<string | undefined> = [],
  next: NextStep = 'retry',
  canRetry = true,
): Stop | undefined {
  const where = (holds: (result: Result) => boolean) =>
    results.flatMap((result, index) => (holds(result) ? [index] : []));

  const failed = where((result) => failureOf(result) !== undefined);
  const maybe = where((result) => paidFor(result) === 'unknown');
  const itemIndex = maybe[0] ?? failed[0];
  const failure = itemIndex === undefined ? undefined : failureOf(results[itemIndex]!);
  if (itemIndex === undefined || failure === undefined) return undefined;
  const label = labels[itemIndex];
  const own = label === undefined ? {} : { label };
  if (results.length === 1) return { itemIndex, failure: { ...failure, ...own } };

  const charged = where((result) => paidFor(result) === 'yes');
  const refused = where((result) => failureOf(result)?.paid === 'no');
  const unsent = where(({ kind }) => kind === 'notTried' || kind === 'preview');
  const before = where(({ kind }) => kind === 'orderedBefore');
  const isSpent = maybe.length + charged.length > 0;
  const ofItsKind = failed.filter((index) => isAlike(failureOf(results[index]!)!, failure));
  const isOneKind = ofItsKind.length === failed.length;
  const isOneMessage = failed.every(
    (index) => failureOf(results[index]!)!.message === failure.message,
  );
  const causes = (indexes: readonly number[]) =>
    isOneKind ? listRows(indexes) : tellCauses(results, indexes, !isOneMessage);
  const created = next === 'retry' && tellTasks(results, charged);
  const counts = {
    ordered: charged.length,
    before: before.length,
    notCharged: results.length - charged.length - before.length - maybe.length,
    unknown: maybe.length,
  };
  const parts = [
    isSpent && `${tellCounts(counts)}.`,
    maybe.length > 0 &&
      `May have been charged: ${causes(maybe)}. Check the service’s dashboard before you order these again.`,
    !isSpent && (before.length > 0 ? 'Nothing more was charged.' : 'Nothing was charged.'),
    before.length > 0 && `Ordered before, and not charged again: ${listRows(before)}.`,
    refused.length > 0 && tellRefused(causes(refused), isSpent, isOneKind),
    unsent.length > 0 && isSpent && `Not sent and not charged: ${listRows(unsent)}.`,
    isSpent
      ? goOn(isOneMessage ? failure : undefined, canRetry)
      : nothingSpent(isOneMessage, failure),
    charged.length > 0 &&
      created &&
      `Created and charged: ${created}. Wait for Video gets their videos by these IDs, too.`,
  ];
  return {
    itemIndex,
    failure: {
      ...failure,
      ...own,
      message: headline(ofItsKind, failed.length, results.length, failure),
      description: parts.filter(Boolean).join(' '),
      paid: charged.length > 0 ? 'yes' : maybe.length > 0 ? 'unknown' : 'no',
      rows: results.map((result, index) => describeRow(result, index, labels[index])),
    },
  };
}

const isAlike = (one: Failure, other: Failure) =>
  one.message === other.message && one.cause === other.cause && `${one.ids}` === `${other.ids}`;

/** The headline has named rows that failed of the same thing, and there may be no more to tell. */
function tellRefused(causes: string, isSpent: boolean, isOneKind: boolean): string {
  if (isSpent) return `Not created and not charged: ${causes}.`;
  return isOneKind ? '' : `${capital(causes)}.`;
}

const nothingSpent = (isOneMessage: boolean, { advice }: Failure) =>
  isOneMessage ? advice : 'Fix these rows and run the workflow again.';

/** What to correct, where the advice for a single row speaks of running that again. */
const corrections: Record<string, string> = {
  refused:
    'Fix the problem the service names. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order that row on its own afterwards.',
  busy: 'Wait a while.',
  cancelled: '',
};

const byRetry =
  'To go on without paying twice, open this execution under Executions and choose Retry with currently saved workflow: what was created is kept, and only rows that weren’t created, or whose request you have changed, are ordered. Don’t run the workflow from its start, which would order all rows without an Order Key again.';
const byFewerRows =
  'To go on without paying twice, run the workflow with only the rows that weren’t created. Don’t retry this execution: n8n’s Engine 2.0 can’t do that yet.';

/** How to get the rest without paying for anything twice. */
function goOn(failure: Failure | undefined, canRetry: boolean): string {
  const { paid, reason = '', advice = '' } = failure ?? {};
  const isUnpaid = failure === undefined || paid === 'no';
  const correct = failure === undefined ? corrections.refused! : (corrections[reason] ?? advice);
  return [isUnpaid && correct, canRetry ? byRetry : byFewerRows].filter(Boolean).join(' ');
}

const capital = (text: string) => text.replace(/^r/, 'R');

/** The reason first of all, and the rows that failed of it. */
function headline(
  ofItsKind: readonly number[],
  failed: number,
  total: number,
  { message, cause = '', ids }: Failure,
): string {
  const isNews = cause !== '' && cause !== message && cause.length <= longestCause;
  const told = isNews && `${message}: ${withoutStop(cause)}`;
  const named = [told || message, nameIds(ids)].filter(Boolean).join('; ');
  if (ofItsKind.length === total) return named;
  const rows = `${capital(listRows(ofItsKind))}: ${named}`;
  return ofItsKind.length === failed
    ? rows
    : `${failed} of ${total} rows didn’t get a video. ${rows}`;
}

const withoutStop = (text: string) => text.replace(/\.$/, '');

/** Rows by what they failed of, such as `rows 2 and 3 (The service didn't answer)`. */
function tellCauses(
  results: readonly Result[],
  indexes: readonly number[],
  withMessage: boolean,
): string {
  const byCause = new Map<string, number[]>();
  for (const index of indexes) {
    const failure = failureOf(results[index]!);
    const said = [failure?.cause, nameIds(failure?.ids)].filter(Boolean).join('; ');
    const isSaid = failure?.cause === failure?.message;
    const told = [withMessage && !isSaid && failure?.message, said].filter(Boolean).join(': ');
    const known = byCause.get(told);
    if (known === undefined) byCause.set(told, [index]);
    else known.push(index);
  }
  const named = [...byCause].slice(0, mostNamedCauses).map(([cause, at]) => {
    return cause === '' ? listRows(at) : `${listRows(at)} (${withoutStop(cause)})`;
  });
  if (byCause.size > named.length) named.push('more in the error’s details');
  return named.join(', ');
}

function tellTasks(results: readonly Result[], indexes: readonly number[]): string {
  const named = indexes
    .slice(0, mostNamedTasks)
    .map((index) => `row ${index + 1} (${taskIdOf(results[index]!)})`);
  const left = indexes.length - named.length;
  if (left > 0) named.push(`${left} more in the error’s details and n8n’s log`);
  return named.join(', ');
}

function describeRow(result: Result, index: number, label: string | undefined): Row {
  const taskId = taskIdOf(result);
  const failure = failureOf(result);
  const reason = failure?.reason ?? unsentReasons[result.kind];
  return {
    row: index + 1,
    ...(label !== undefined && { label }),
    paid: paidFor(result) ?? paidBefore(result),
    ...(taskId !== undefined && { taskId }),
    ...(failure?.ids !== undefined && { ids: failure.ids }),
    ...(reason !== undefined && { reason }),
  };
}

const unsentReasons: Partial<Record<Result['kind'], string>> = {
  notTried: 'notSent',
  orderedBefore: 'orderedBefore',
};

/** Of a row for which nothing was sent now. */
function paidBefore(result: Result): Paid {
  if (result.kind !== 'orderedBefore') return 'no';
  return result.taskId === undefined ? 'unknown' : 'yes';
}
