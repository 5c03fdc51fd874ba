import type { Failure } from '../../errors/Failure';
import { toRow } from '../../results/describeStop';
import { toEnding, type Ending } from '../../results/toEnding';
import type { WaitItem } from '../../results/WaitItem';
import { listRows } from '../../text/listRows';
import { describe, inSteps, isFinal } from './failures';

/** A row as its item, its error and its hints tell of it. */
export interface OrderItem extends WaitItem {
  /** Whether another execution would not order it again. */
  hasKey: boolean;
}

/** Longer lists are not read. */
const mostTold = 50;

/** Words that fit behind a number, for failures of which more is known than what was paid. */
const words: Record<string, string> = {
  unusableTaskId: 'ordered',
  orderedBefore: 'ordered before',
  failed: 'failed',
  timedOut: 'not finished in time',
  downloadFailed: 'finished but not downloaded',
};

/**
 * How many rows came to what.
 *
 * @param done - what a row came to that has its task
 */
export function countRows(endings: readonly Ending[], done: 'ordered' | 'finished') {
  const counts = new Map<string, number>();
  for (const ending of endings) {
    const word = wordOf(ending, done);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordOf(ending: Ending, done: string): string {
  const { failure } = ending;
  if (failure !== undefined)
    return words[failure.reason] ?? (failure.paid === 'no' ? 'not charged' : 'unknown');
  if (!('json' in ending)) return 'only shown';
  return ending.json?.orderedBefore === true ? 'ordered before' : done;
}

export const tellCounts = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([word, count]) => `${count} ${word}`).join(', ');

/** What came of rows for which nobody has waited. */
export const endingsOf = (items: readonly OrderItem[]): Ending[] =>
  items.map((item) => toEnding(item, () => ({ task: item.created })));

const paidOf = ({ paid = 'no', failure }: OrderItem) => failure?.paid ?? paid;

/** How to go on without paying twice, when what failed is mended. */
function nextStep(items: readonly OrderItem[], canRetry: boolean): string {
  const paid = items.filter((item) => paidOf(item) !== 'no');
  if (paid.length === 0) return 'try again.';
  if (paid.every(({ hasKey }) => hasKey)) {
    const isAnyLeft = items.some(({ taskId, failure }) => !taskId && failure?.paid === 'no');
    return isAnyLeft
      ? 'run the workflow again: thanks to the Order Keys, no row is charged twice.'
      : '';
  }
  if (canRetry)
    return 'open this execution under Executions and choose Retry with currently saved workflow: what was ordered is kept, and only the other rows are ordered. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order those rows on their own afterwards. Don’t run the workflow from its start, which would order all rows again.';
  return 'run the workflow with only the rows that weren’t ordered: the others would be charged again.';
}

/**
 * Says on each row that was not created how to go on. Beside others that are paid, running the whole
 * table again would order those once more, unless they have Order Keys.
 */
export function advise(items: readonly OrderItem[]): OrderItem[] {
  if (items.every((item) => paidOf(item) === 'no')) return [...items];
  const next = nextStep(items, false);
  return items.map((item) => {
    const { failure } = item;
    if (failure?.paid !== 'no' || failure.advice === undefined) return item;
    const description = describe(failure, next, 'Nothing was charged for this row.');
    return { ...item, failure: { ...failure, description } };
  });
}

/**
 * Says what became of a batch that stops: why, what may have been charged, how to go on without paying
 * twice, and which tasks exist, because their IDs must not be lost with the node's output.
 *
 * @returns undefined when nothing failed
 */
export function summarizeStop(
  items: readonly OrderItem[],
): { failure: Failure; itemIndex: number } | undefined {
  const failed = items.filter(
    ({ failure }) => failure !== undefined && failure.reason !== 'notSent',
  );
  const unknown = failed.filter((item) => paidOf(item) === 'unknown');
  const first = unknown[0] ?? failed[0];
  if (first === undefined) return undefined;
  const { itemIndex, label } = first;
  const failure = { ...first.failure!, ...(label !== undefined && { label }) };
  if (items.length === 1) return { itemIndex, failure };

  const endings = endingsOf(items);
  const rows = items.map((item, at) => toRow(item, endings[at]!));
  const paid = rows.flatMap((row) => (row.paid === 'yes' ? `row ${row.row} (${row.taskId})` : []));
  const [message, ...others] = tellCauses([first, ...failed], items.length);
  const mend = failure.paid === 'no' ? (failure.advice ?? '') : '';
  const next = nextStep(items, true);
  const parts = [
    paid.length + unknown.length > 0
      ? `${tellCounts(countRows(endings, 'ordered'))}.`
      : 'Nothing was charged.',
    ...others.map((told) => (told.endsWith('.') ? told : `${told}.`)),
    unknown.length > 0 &&
      `${nameRows(unknown)} may have been charged: check the service’s dashboard before you order again.`,
    others.length > 0
      ? inSteps('Fix each of these problems, in the node or in your data.', next)
      : isFinal(failure)
        ? mend
        : inSteps(mend, next),
    paid.length > 0 &&
      `Created and charged: ${asFarAsRead(paid).join(', ')}. Wait for Video gets their videos by these IDs, too.`,
  ];
  const description = parts.filter(Boolean).join(' ');
  const charge = paid.length > 0 ? 'yes' : failure.paid;
  return { itemIndex, failure: { ...failure, message: message!, description, paid: charge, rows } };
}

function asFarAsRead(told: string[]): string[] {
  const left = told.length - mostTold;
  if (left <= 0) return told;
  return [...told.slice(0, mostTold), `${left} more in the error’s details and n8n’s log`];
}

const nameRows = (items: Iterable<OrderItem>) =>
  listRows(Array.from(items, ({ itemIndex }) => itemIndex)).replace(/^r/, 'R');

/** What is known of each cause, behind the rows that failed of it. */
function tellCauses(failed: readonly OrderItem[], rows: number): string[] {
  const groups = new Map<string, Set<OrderItem>>();
  for (const item of failed) {
    const { message, cause = message } = item.failure!;
    const told = cause === message ? message : `${message}: ${cause}`;
    groups.set(told, (groups.get(told) ?? new Set()).add(item));
  }
  const lines = [...groups].map(([told, items]) =>
    items.size === rows ? told : `${nameRows(items)}: ${told}`,
  );
  return asFarAsRead(lines);
}
