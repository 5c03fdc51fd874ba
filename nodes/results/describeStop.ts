import { FailureError, type Failure, type Row } from '../errors/Failure';
import { asFarAsRead, tellCauses } from '../errors/tellCauses';
import { endOf } from '../tasks/endOf';
import type { Ending, WaitItem } from './toEnding';

/** A longer list is not read. */
const mostTasks = 50;

/** Words that fit behind a number, for failures of which more is known than what was paid. */
const words: Record<string, string> = {
  unusableTaskId: 'ordered',
  failed: 'failed',
  timedOut: 'not finished in time',
  downloadFailed: 'finished but not downloaded',
};

/** How many rows came to what. */
export function countRows(endings: readonly Ending[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const ending of endings) {
    const word = wordOf(ending);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function wordOf(ending: Ending): string {
  const { failure } = ending;
  if (failure !== undefined)
    return words[failure.reason] ?? (failure.paid === 'no' ? 'not charged' : 'unknown');
  if (!('json' in ending)) return 'only shown';
  const { json } = ending;
  if (json?.orderedBefore === true) return 'from before';
  if (json?.paid === 'yes') return 'ordered and paid now';
  return json?.videoUrl === undefined ? 'ordered' : 'finished';
}

export const tellCounts = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([word, count]) => `${count} ${word}`).join(', ');

/**
 * Why a node stops that is to stop on errors: what failed, what came of all rows, what to do, and which
 * tasks exist, because their IDs must not be lost with the node's output.
 *
 * @param endings - what came of each item
 * @param stepOf - what to do about the first failure, or about all where it is not the only one
 * @returns undefined when nothing failed
 */
export function describeStop(
  items: readonly WaitItem[],
  endings: readonly Ending[],
  stepOf: (failure: Failure, isOnly: boolean) => string = ({ description }) => description,
): FailureError | undefined {
  const failed = endings.filter(({ failure }) => failure && failure.reason !== 'notSent');
  const first = failed.find(({ failure }) => failure!.paid === 'unknown') ?? failed[0];
  if (first === undefined) return undefined;
  const { itemIndex } = first;
  const failure = first.failure!;
  if (items.length === 1) return new FailureError(failure, itemIndex);

  const rows = items.map((item, at) => toRow(item, endings[at]!));
  const tasks = rows.flatMap(({ row, taskId, status }) =>
    taskId === undefined ? [] : `row ${row} (${[taskId, status].filter(Boolean).join(', ')})`,
  );
  const [message, ...others] = tellCauses([first, ...failed], items.length);
  const description = [
    rows.every(({ paid }) => paid === 'no')
      ? 'Nothing was charged.'
      : `${tellCounts(countRows(endings))}.`,
    stepOf(failure, others.length === 0),
    others.length > 0 && `Other problems: ${others.join(' ')}`,
    tasks.length > 0 &&
      `Tasks: ${asFarAsRead(tasks, mostTasks).join(', ')}. Wait for Video gets their videos by these IDs.`,
  ];
  const told = {
    message: message!,
    description: description.filter(Boolean).join(' '),
    paid: rows.some(({ paid }) => paid === 'yes') ? ('yes' as const) : failure.paid,
    rows,
  };
  return new FailureError({ ...failure, ...told }, itemIndex);
}

/** What came of an item, for the details of an error that stops the node. */
function toRow({ itemIndex, label, taskId, paid }: WaitItem, { failure, ...ending }: Ending): Row {
  const row = { row: itemIndex + 1, ...(label !== undefined && { label }) };
  if (failure !== undefined) {
    const { taskId, ids, reason, videoUrl } = failure;
    const named = { ...(taskId && { taskId }), ...(ids && { ids }) };
    return { ...row, paid: failure.paid, ...named, reason, ...(videoUrl && { videoUrl }) };
  }
  if (!('json' in ending)) return { ...row, paid: 'no', reason: 'notSent' };
  const { status, videoUrl } = ending.json as { status?: string; videoUrl?: string };
  const isPaid = endOf(status ?? '') !== 'failed';
  return {
    ...row,
    paid: paid ?? (isPaid ? 'yes' : 'unknown'),
    ...(taskId ? { taskId } : { reason: 'orderedBefore' }),
    ...(status && { status }),
    ...(videoUrl && { videoUrl }),
  };
}
