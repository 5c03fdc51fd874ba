import type { Failure } from '../../errors/Failure';
import { countRows, describeStop, tellCounts } from '../../results/describeStop';
import { toEnding, type Ending, type WaitItem } from '../../results/toEnding';
import { listRows } from '../../text/listRows';
import { writeDescription, inSteps, isFinal } from './failures';

/** A row as its item, its error and its hints tell of it. */
export interface OrderItem extends WaitItem {
  /** Whether another execution would not order it again. */
  hasKey: boolean;
  /** It was ordered before as something else. */
  isChanged?: boolean;
}

const checkUnknown =
  'What is unknown may have been charged. Check the service’s dashboard before you order again.';

/** What came of rows for which nobody has waited. */
export const endingsOf = (items: readonly OrderItem[]): Ending[] =>
  items.map((item) => toEnding(item, () => ({ task: item.created })));

const paidOf = ({ paid = 'no', failure }: OrderItem) => failure?.paid ?? paid;

/** Whether rows could still be ordered. */
const isAnyLeft = (items: readonly OrderItem[]) =>
  items.some(({ failure }) => failure?.paid === 'no');

/** How to go on without paying twice, when what failed is mended. */
function nextStep(items: readonly OrderItem[], canRetry: boolean): string {
  const paid = items.filter((item) => paidOf(item) !== 'no');
  if (paid.length === 0) return 'try again.';
  if (!isAnyLeft(items) && !(canRetry && items.some(({ taskId }) => taskId))) return '';
  if (!isAnyLeft(items))
    return 'to go on with the videos that are there, set On Error to Continue (using error output) and save, open this execution under Executions, and choose Retry with currently saved workflow: nothing is ordered again.';
  if (paid.every(({ hasKey }) => hasKey))
    return 'run the workflow again: thanks to the Order Keys, no row is charged twice.';
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
    const description = writeDescription(failure, next, 'Nothing was charged for this row.');
    return { ...item, failure: { ...failure, description } };
  });
}

/** Why a batch stops, and how to go on without paying twice; undefined when nothing failed. */
export function stopOrdering(
  items: readonly OrderItem[],
  endings: readonly Ending[] = endingsOf(items),
) {
  // What came of a task says itself what to do.
  if (items.every(({ failure }) => failure === undefined)) return describeStop(items, endings);
  const isUnknown = items.some((item) => paidOf(item) === 'unknown');
  const stepOf = (failure: Failure, isOnly: boolean) => {
    const mend = isOnly
      ? failure.paid === 'no' && failure.advice
      : isAnyLeft(items) && 'Fix each of these problems, in the node or in your data.';
    const next = isOnly && isFinal(failure) ? '' : nextStep(items, true);
    return [isUnknown && checkUnknown, inSteps(mend || '', next)].filter(Boolean).join(' ');
  };
  return describeStop(items, endings, stepOf);
}

/**
 * Tells in the editor what a run came to, and what running it again would cost.
 *
 * @param endings - of the same rows
 * @param waits - whether the videos were waited for
 */
export function tellRun(
  items: readonly OrderItem[],
  endings: readonly Ending[],
  waits: boolean,
): string {
  const counts = countRows(endings);
  const ordered = items.filter(({ paid }) => paid === 'yes');
  const costsAgain = ordered.some(({ hasKey }) => !hasKey);
  const changed = items.flatMap(({ isChanged, itemIndex }) => (isChanged ? itemIndex : []));
  const parts = [
    items.length > 1 && `${items.length} rows: ${tellCounts(counts)}.`,
    changed.length > 0 &&
      `${listRows(changed).replace(/^r/, 'R')} changed since it was ordered: this is its old video. Give it another Order Key to order it as it is now.`,
    items.some(({ orderKey, taskId }) => orderKey !== undefined && taskId === undefined) &&
      'n8n was restarted since some were ordered, and no longer knows their IDs: the executions that ordered them do.',
    counts.has('failed') && 'Check the service’s dashboard to see whether what failed was charged.',
    counts.has('unknown') && checkUnknown,
    !waits &&
      ordered.length > 0 &&
      'What you ordered is being made now, which takes minutes. Wait for Video gets it by its ID.',
    costsAgain && 'Running this node again makes new videos, and you pay for them.',
    costsAgain &&
      endings.some((ending) => 'json' in ending && ending.json?.videoUrl !== undefined) &&
      'To get a finished video again for nothing, give its ID to Wait for Video.',
  ];
  return parts.filter(Boolean).join(' ');
}
