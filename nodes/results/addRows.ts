import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure, Row } from '../errors/Failure';
import { endings, type Ending } from '../look/endings';

/** What a person still reads; beyond it, n8n's log and the error's details have the rows. */
const longestList = 1_500;
const rowsPerLogLine = 100;

const goOn = 'To get every row, choose an On Error setting that continues.';

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
 * @param isAdvised - whether to say how to get every row
 */
export function addRows(
  context: IExecuteFunctions,
  failure: Failure,
  itemIndex: number,
  rows: Row[],
  isAdvised = true,
): Failure {
  const others = rows.filter(({ row }) => row !== itemIndex + 1);
  if (others.length === 0) return failure;
  const list = others.map(describeRow).join('; ');
  const isShort = list.length <= longestList;
  if (!isShort) logRows(context, rows);
  const told = isShort
    ? `The other rows: ${list}.`
    : `Of the other ${others.length} rows, ${countFinished(others)} finished; the error’s details and n8n’s log name the task and state of each.`;
  const place = `Row ${itemIndex + 1}`;
  return {
    ...failure,
    message: /^(\d+ of \d+ rows|Rows? \d)/.test(failure.message)
      ? failure.message
      : `${place}: ${failure.message}`,
    description: [failure.description, told, isAdvised && goOn].filter(Boolean).join(' '),
    rows,
  };
}

const countFinished = (rows: Row[]) => rows.filter(({ reason }) => reason === undefined).length;

function describeRow({ row, taskId, reason, videoUrl }: Row): string {
  const state = reason === undefined ? 'finished' : (states[reason as Reason] ?? reason);
  const task = taskId === undefined ? '' : `, task ${taskId}`;
  return `row ${row}${task}, ${state}${videoUrl === undefined ? '' : ` (${videoUrl})`}`;
}

function logRows(context: IExecuteFunctions, rows: Row[]): void {
  for (let start = 0; start < rows.length; start += rowsPerLogLine) {
    const part = rows.slice(start, start + rowsPerLogLine).map(describeRow);
    context.logger.warn(`${context.getNode().name} stopped. ${part.join('; ')}`);
  }
}
