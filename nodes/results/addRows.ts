import type { Failure, Row } from '../errors/Failure';
import { endings, type Ending } from '../look/describeFailure';

/** What a person still reads; beyond it, the error's details have the rows. */
const longestList = 1_500;

const goOn = 'To get every row next time, choose an On Error setting that continues.';

type Reason = Ending | 'downloadFailed' | 'invalidInput' | 'lostBatch' | 'notSent';

const states: Record<Reason, string> = {
  ...endings,
  downloadFailed: 'finished, but not downloaded',
  invalidInput: 'not looked up',
  lostBatch: 'may have been created',
  notSent: 'not sent',
};

/**
 * The failure that stops the node, with what became of every other row: its task is not lost, and
 * may be finished.
 *
 * @param itemIndex - the item that the failure is about
 * @param rows - all rows of the run
 */
export function addRows(failure: Failure, itemIndex: number, rows: Row[]): Failure {
  const others = rows.filter(({ row }) => row !== itemIndex + 1);
  if (others.length === 0) return failure;
  const list = others.map(describeRow).join('; ');
  const finished = others.filter(({ reason }) => reason === undefined).length;
  const told =
    list.length <= longestList
      ? `The other rows: ${list}.`
      : `Of the other ${others.length} rows, ${finished} finished; the error’s details name the task and state of each.`;
  return {
    ...failure,
    message: `Row ${itemIndex + 1}: ${failure.message}`,
    description: [failure.description, told, goOn].join(' '),
    rows,
  };
}

function describeRow({ row, taskId, reason, videoUrl }: Row): string {
  const state = reason === undefined ? 'finished' : (states[reason as Reason] ?? reason);
  const task = taskId === undefined ? '' : `, task ${taskId}`;
  return `row ${row}${task}, ${state}${videoUrl === undefined ? '' : ` (${videoUrl})`}`;
}
