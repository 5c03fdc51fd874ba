import { describeProgress } from '../look/describeFailure';
import type { WaitState } from '../look/WaitState';
import { commonOf, FailureError, fill, inSteps, type Row, tellPerson } from '../outcomes/Failure';
import { kinds, notes, ways } from '../outcomes/money';
import { listRows } from '../text/phrases';
import type { RowOutcome, WaitItem } from './rowOutcome';

/** Nobody reads longer lists. */
const mostCauses = 10;
const mostTasks = 50;

function countRows(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  return `${words.length} rows: ${parts.join(', ')}.`;
}

/** Names a task and its row, counted from 1, in a way that Wait for Video can read. */
export const nameTask = (taskId: string, row: number, status?: unknown) =>
  `${taskId} (row ${row}${status === undefined ? '' : `: ${String(status)}`})`;

function wordOf({ failure, json, item, paid }: RowOutcome): string {
  if (failure !== undefined) return commonOf(failure).counted;
  if (item.isFromBefore) return 'from before';
  if (json === undefined) return 'only shown';
  if (paid === 'yes') return notes.orderedNow;
  return json.videoUrl === undefined ? 'not finished' : 'finished';
}

const whatToCheck = (words: readonly string[]) => [
  words.includes(kinds.ended.counted) && notes.seeFailed,
  words.includes(kinds.unsure.counted) && notes.seeUnknown,
];

/** Whether a row could still be ordered. */
const isLeft = ({ failure }: RowOutcome) =>
  failure !== undefined && commonOf(failure).kind === 'free';

/**
 * Says how to go on without paying twice once what failed is fixed; empty if there is nothing to do.
 *
 * @param canRetry - whether the execution fails, so that n8n offers Retry
 */
export function nextStep(outcomes: readonly RowOutcome[], canRetry: boolean): string {
  const spent = outcomes.filter(({ paid }) => paid !== 'no');
  if (outcomes.every(({ paid }) => paid === undefined)) return '';
  if (spent.length === 0) return ways.again;
  if (!outcomes.some(isLeft))
    return canRetry && outcomes.some(({ item }) => item.taskId !== undefined) ? ways.goOn : '';
  if (spent.every(({ item }) => item.orderKey !== undefined)) return ways.withKeys;
  return canRetry ? ways.retry : ways.onlyMissing;
}

/**
 * Says why the node stops: what failed, what came of all rows, what to do, and which tasks exist, whose
 * IDs would be lost with the node's output.
 *
 * @param rowCount - of the input, if the others weren't looked at
 * @returns undefined if nothing failed
 */
export function describeStop(
  outcomes: readonly RowOutcome[],
  rowCount = outcomes.length,
): FailureError | undefined {
  const failed = outcomes.filter(({ failure }) => failure && failure.reason !== 'notSent');
  const first = failed.find(({ paid }) => paid === 'unknown') ?? failed[0];
  if (first === undefined) return undefined;
  const failure = first.failure!;
  const { itemIndex } = first.item;
  if (rowCount === 1) return new FailureError(failure, itemIndex);

  const rows = outcomes.map(toRow);
  const tasks = rows.flatMap(({ row, taskId, status }) =>
    taskId === undefined ? [] : nameTask(taskId, row, status),
  );
  const [message, ...others] = tellCauses([first, ...failed], rowCount);
  const mend = others.length > 0 ? notes.fixEach : failure.step;
  const next = inSteps(outcomes.some(isLeft) ? mend : '', nextStep(outcomes, true));
  const words = outcomes.map(wordOf);
  const description = [
    outcomes.every(({ paid = 'no' }) => paid === 'no') ? kinds.free.money : countRows(words),
    // A failure of a task says what to do.
    ...(failed.every(({ item }) => item.taskId !== undefined)
      ? [tellPerson(failure)]
      : [...whatToCheck(words), next]),
    others.length > 0 && `Other problems: ${others.join(' ')}`,
    tasks.length > 0 &&
      `Tasks: ${asFarAsRead(tasks, mostTasks).join(', ')}. Wait for Video gets their videos by these IDs.`,
  ];
  const paid = outcomes.some((one) => one.paid === 'yes') ? 'yes' : first.paid;
  const told = { ...failure, message: message!, paid, rows };
  return new FailureError(told, itemIndex, description.filter(Boolean).join(' '));
}

function toRow({ item, paid, failure, json }: RowOutcome): Row {
  const { itemIndex, label, taskId = failure?.taskId } = item;
  const untold =
    json === undefined ? 'notSent' : taskId === undefined ? 'orderedBefore' : undefined;
  const { reason = untold, ids, videoUrl = json?.videoUrl } = failure ?? {};
  const status = json?.status;
  return { row: itemIndex + 1, label, paid, taskId, ids, reason, videoUrl, status } as Row;
}

/** One sentence for each cause, with the rows that failed of it. */
function tellCauses(failed: readonly RowOutcome[], rowCount: number): string[] {
  const groups = new Map<string, Set<number>>();
  for (const { item, failure } of failed) {
    const { message, cause = message } = failure!;
    const told = cause === message ? message : `${message}: ${cause}`;
    groups.set(told, (groups.get(told) ?? new Set()).add(item.itemIndex));
  }
  const lines = [...groups].map(([told, itemIndexes]) => {
    const name = listRows([...itemIndexes]).replace(/^r/, 'R');
    return itemIndexes.size === rowCount ? told : `${name}: ${told}`;
  });
  return asFarAsRead(lines, mostCauses).map((line) => (line.endsWith('.') ? line : `${line}.`));
}

function asFarAsRead(told: string[], most: number): string[] {
  const left = told.length - most;
  return left <= 0 ? told : [...told.slice(0, most), `${left} more in the error’s details`];
}

/** Says in the editor what a run came to, and what running it again would cost. */
export function tellRun(outcomes: readonly RowOutcome[], waits: boolean): string {
  const words = outcomes.map(wordOf);
  const ordered = outcomes.filter(({ item }) => item.paid === 'yes');
  const isBeingMade = !waits && ordered.length > 0;
  const costsAgain = ordered.some(({ item }) => item.orderKey === undefined);
  const rowsWhere = (holds: (item: WaitItem) => boolean | undefined) =>
    outcomes.flatMap(({ item }) => (holds(item) ? item.itemIndex : []));
  const changed = rowsWhere(({ isChanged }) => isChanged);
  const forgotten = rowsWhere(({ isFromBefore, taskId }) => isFromBefore && taskId === undefined);
  const parts = [
    outcomes.length > 1 && countRows(words),
    changed.length > 0 && fill(notes.changed, { rows: listRows(changed) }),
    forgotten.length > 0 && fill(notes.forgotten, { rows: listRows(forgotten) }),
    ...whatToCheck(words),
    isBeingMade && notes.beingMade,
    costsAgain && notes.costsAgain,
    (isBeingMade || costsAgain) && notes.getsOrdered,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Says how far a wait is: a summary of the rows, and a line for each task. */
export function tellWait(items: readonly WaitItem[], { tasks }: WaitState) {
  const isOne = items.length === 1;
  const words = items.map((item) => {
    const { outcome } = tasks[item.taskId ?? ''] ?? {};
    if (item.taskId === undefined) return wordOf({ ...item, item });
    if (outcome === undefined) return 'in progress';
    return outcome === 'completed' ? 'finished' : commonOf({ reason: outcome }).counted;
  });
  const lines = items.flatMap(({ taskId, itemIndex }) => {
    if (taskId === undefined) return [];
    const name = isOne ? taskId : nameTask(taskId, itemIndex + 1);
    const wait = tasks[taskId]!;
    const isNew = wait.polls === 0 && wait.task === undefined;
    return isNew ? name : `${name}: ${describeProgress(wait)}`;
  });
  return { summary: isOne ? '' : countRows(words), lines };
}
