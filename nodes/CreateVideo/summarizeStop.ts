import type { Failure, Paid, Row } from '../errors/Failure';
import { taskField } from '../generated/contract';
import { nameIds } from './readOutcome';
import { listRows } from '../text/listRows';
import type { Result } from './createVideos';

const mostNamedTasks = 50;
const mostNamedCauses = 10;

const failureOf = (result: Result): Failure | undefined =>
  'failure' in result ? result.failure : undefined;

/** Whether the row was paid for; undefined for one that was not sent. */
function paidFor(result: Result): Paid | undefined {
  if (result.kind === 'accepted') return 'yes';
  return failureOf(result)?.paid;
}

const taskIdOf = (result: Result): string | undefined =>
  result.kind === 'accepted' ? String(result.task[taskField.id]) : failureOf(result)?.taskId;

/**
 * Says what became of a batch that stops: what may have been charged, which tasks exist, because
 * their ids must not be lost with the node's output, and what certainly was not charged.
 *
 * @param results - one per input item
 * @param labels - the person's own names for the items
 * @returns the failure, and the item that n8n is to show it at; undefined when nothing failed
 */
export function summarizeStop(
  results: readonly Result[],
  labels: ReadonlyArray<string | undefined> = [],
): { failure: Failure; itemIndex: number } | undefined {
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
  const isSpent = maybe.length + charged.length > 0;
  const messages = new Set(failed.map((index) => failureOf(results[index]!)?.message));
  const isOneKind = messages.size === 1;
  const causes = (indexes: readonly number[]) => tellCauses(results, indexes, !isOneKind);
  const advice = isOneKind ? failure.advice : 'Correct these rows and run the workflow again.';
  const parts = [
    maybe.length > 0 &&
      `May have been charged: ${causes(maybe)}. Look in the service’s dashboard before you run these rows again.`,
    charged.length > 0 &&
      `Created and charged: ${tellTasks(results, charged)}. Retry On Fail keeps these and doesn’t pay for them again; Wait for Video gets their videos by these IDs.`,
    !isSpent && 'Nothing was charged.',
    refused.length > 0 && tellRefused(causes(refused), isSpent, isOneKind),
    refused.length > 0 && advice,
    unsent.length > 0 && isSpent && `Not sent and not charged: ${listRows(unsent)}.`,
  ];
  return {
    itemIndex,
    failure: {
      ...failure,
      ...own,
      message: isOneKind
        ? headline(failed, results.length, failure.message)
        : `${failed.length} of ${results.length} rows didn’t get a video`,
      description: parts.filter(Boolean).join(' '),
      paid: charged.length > 0 ? 'yes' : maybe.length > 0 ? 'unknown' : 'no',
      rows: results.map((result, index) => describeRow(result, index, labels[index])),
    },
  };
}

/** The headline has named rows that failed of the same thing, and there may be no more to tell. */
function tellRefused(causes: string, isSpent: boolean, isOneKind: boolean): string {
  if (isSpent) return `Not created and not charged: ${causes}.`;
  return isOneKind && !causes.includes('(') ? '' : `${capital(causes)}.`;
}

const capital = (text: string) => text.replace(/^r/, 'R');

function headline(failed: readonly number[], total: number, message: string): string {
  return failed.length === total ? message : `${capital(listRows(failed))}: ${message}`;
}

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
    const told = [withMessage && failure?.message, said].filter(Boolean).join(': ');
    const known = byCause.get(told);
    if (known === undefined) byCause.set(told, [index]);
    else known.push(index);
  }
  const named = [...byCause].slice(0, mostNamedCauses).map(([cause, at]) => {
    return cause === '' ? listRows(at) : `${listRows(at)} (${cause.replace(/\.$/, '')})`;
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
  const reason = failureOf(result)?.reason ?? (result.kind === 'notTried' ? 'notSent' : undefined);
  return {
    row: index + 1,
    ...(label !== undefined && { label }),
    paid: paidFor(result) ?? 'no',
    ...(taskId !== undefined && { taskId }),
    ...(failureOf(result)?.ids !== undefined && { ids: failureOf(result)!.ids! }),
    ...(reason !== undefined && { reason }),
  };
}
