import type { Failure, Row as ToldRow } from '../../errors/Failure';
import { taskField } from '../../generated/contract';
import { listRows } from '../../text/listRows';
import { describe, inSteps, isFinal } from './outcomes';
import { failureOf, isEntry, type Row } from './Pass';

const mostNamedTasks = 50;
const mostNamedCauses = 10;

/** What came of the rows in numbers, such as "6 ordered, 2 ordered before, 1 not charged, 1 unknown". */
export function tellCounts(rows: readonly Row[], executionId: string): string {
  const counts = { ordered: 0, 'ordered before': 0, 'not charged': 0, unknown: 0 };
  for (const row of rows) {
    const { paid, taskId } = tellRow(row, 0);
    const isOwn = paid === 'yes' && row.executionId === executionId;
    if (paid === 'unknown') counts.unknown += 1;
    else if (taskId === undefined) counts['not charged'] += 1;
    else counts[isOwn ? 'ordered' : 'ordered before'] += 1;
  }
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  return told.map(([name, count]) => `${count} ${name}`).join(', ');
}

/** How to go on without paying twice, when what failed is mended. */
function nextStep(rows: readonly Row[], canRetry: boolean): string {
  const paid = rows.filter(({ result }) => isEntry(result));
  if (paid.length === 0) return 'try again.';
  if (paid.every(({ orderKey }) => orderKey !== undefined)) {
    const isAnyLeft = rows.map(tellRow).some((line) => line.paid === 'no' && !line.taskId);
    return isAnyLeft
      ? 'run the workflow again: thanks to the Order Keys, no row is charged twice.'
      : '';
  }
  if (canRetry)
    return 'open this execution under Executions and choose Retry with currently saved workflow: what was ordered is kept, and only the other rows are ordered. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order those rows on their own afterwards. Don’t run the workflow from its start, which would order all rows again.';
  return 'run the workflow with only the rows that weren’t ordered: the others would be charged again.';
}

/**
 * What a row that was not created tells on its item. Beside others that are paid, running the whole
 * table again would order those once more, unless they have Order Keys.
 */
export function adviseRows(rows: readonly Row[]): (failure: Failure) => Failure {
  if (!rows.some(({ result }) => isEntry(result))) return (failure) => failure;
  const next = nextStep(rows, false);
  return (failure) => {
    if (failure.paid !== 'no' || failure.advice === undefined) return failure;
    const description = describe(failure, next, 'Nothing was charged for this row.');
    return { ...failure, description };
  };
}

/**
 * Says what became of a batch that stops: why, what may have been charged, how to go on without paying
 * twice, and which tasks exist, because their IDs must not be lost with the node's output.
 *
 * @returns undefined when nothing failed
 */
export function summarizeStop(
  rows: readonly Row[],
  executionId: string,
): { failure: Failure; itemIndex: number } | undefined {
  const lines = rows.map(tellRow);
  const failed = rows.flatMap(({ result }, at) => (failureOf(result) === undefined ? [] : [at]));
  const unknown = failed.filter((at) => lines[at]!.paid === 'unknown');
  const itemIndex = unknown[0] ?? failed[0];
  if (itemIndex === undefined) return undefined;
  const { label, result } = rows[itemIndex]!;
  const failure = { ...failureOf(result)!, ...(label !== undefined && { label }) };
  if (rows.length === 1) return { itemIndex, failure };

  const groups = groupByCause(rows, failed);
  const told = tellCause(failure);
  const alike = groups.get(told)!;
  const isOneCause = groups.size === 1;
  const paid = lines.filter((line) => line.paid === 'yes');
  const mend = failure.paid === 'no' ? (failure.advice ?? '') : '';
  const parts = [
    paid.length + unknown.length > 0 ? `${tellCounts(rows, executionId)}.` : 'Nothing was charged.',
    (!isOneCause || told.length > failure.message.length) && tellGroups(groups),
    unknown.length > 0 &&
      `${nameRows(unknown)} may have been charged: check the service’s dashboard before you order again.`,
    isOneCause && isFinal(failure)
      ? mend
      : inSteps(
          isOneCause ? mend : 'Fix each of these problems, in the node or in your data.',
          nextStep(rows, true),
        ),
    paid.length > 0 &&
      `Created and charged: ${tellTasks(paid)}. Wait for Video gets their videos by these IDs, too.`,
  ];
  return {
    itemIndex,
    failure: {
      ...failure,
      message:
        alike.length === rows.length ? failure.message : `${nameRows(alike)}: ${failure.message}`,
      description: parts.filter(Boolean).join(' '),
      paid: paid.length > 0 ? 'yes' : failure.paid,
      rows: lines,
    },
  };
}

const nameRows = (indexes: readonly number[]) => listRows(indexes).replace(/^r/, 'R');

/** All that is known of a failure, without a stop at its end. */
const tellCause = ({ message, cause = message }: Failure) =>
  (cause === message ? message : `${message}: ${cause}`).replace(/\.$/, '');

/** The rows that failed, by what is known of their failure. */
function groupByCause(rows: readonly Row[], failed: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const at of failed) {
    const told = tellCause(failureOf(rows[at]!.result)!);
    groups.set(told, groups.get(told) ?? []);
    groups.get(told)!.push(at);
  }
  return groups;
}

function tellGroups(groups: ReadonlyMap<string, number[]>): string {
  const lines = [...groups].map(([told, indexes]) => `${nameRows(indexes)}: ${told}.`);
  const left = lines.splice(mostNamedCauses);
  if (left.length > 0) lines.push('More is in the error’s details.');
  return lines.join(' ');
}

function tellTasks(lines: readonly ToldRow[]): string {
  const named = lines.map(({ row, taskId }) => `row ${row} (${taskId})`);
  const left = named.splice(mostNamedTasks);
  if (left.length > 0) named.push(`${left.length} more in the error’s details and n8n’s log`);
  return named.join(', ');
}

/** What became of a row, for the error's details. */
function tellRow({ result, label }: Row, index: number): ToldRow {
  const failure = failureOf(result);
  const isMade = result.kind === 'accepted';
  const known = result.kind === 'orderedBefore' ? result.taskId : failure?.taskId;
  const taskId = isMade ? String(result.task[taskField.id]) : known;
  const reason = failure?.reason ?? (result.kind === 'planned' ? 'notSent' : undefined);
  return {
    row: index + 1,
    ...(label !== undefined && { label }),
    paid: isMade ? 'yes' : (failure?.paid ?? 'no'),
    ...(taskId !== undefined && { taskId }),
    ...(failure?.ids !== undefined && { ids: failure.ids }),
    ...(reason !== undefined && { reason }),
  };
}
