import { FailureError, type Row } from '../errors/Failure';
import { endOf } from '../tasks/endOf';
import type { Ending } from './toEnding';
import type { WaitItem } from './WaitItem';

/** What a person still reads; beyond it, the error's details have the rows. */
const longestList = 1_500;

const goOn = 'To get every row next time, choose an On Error setting that continues.';

/** What a failure came to, in a few words; other reasons stand for themselves. */
const states: Record<string, string> = {
  failed: 'failed',
  timedOut: 'still open',
  notFound: 'unknown to the service',
  unanswered: 'the service couldn’t be asked',
  downloadFailed: 'finished, but not downloaded',
  invalidInput: 'not looked up',
  lostBatch: 'may have been created',
  notSent: 'not sent',
};

/**
 * Why a node stops that is to stop on errors: the first failure, with what became of every other row,
 * whose task is not lost, and may be finished.
 *
 * @param endings - what came of each item
 */
export function describeStop(
  items: readonly WaitItem[],
  endings: readonly Ending[],
): FailureError | undefined {
  const at = endings.findIndex(({ failure }) => failure !== undefined);
  const { failure, itemIndex } = endings[at] ?? {};
  if (failure === undefined) return undefined;
  if (endings.length === 1) return new FailureError(failure, itemIndex);
  const rows = items.map((item, index) => toRow(item, endings[index]!));
  const others = rows.map(describeRow).filter((_, index) => index !== at);
  const list = others.join('; ');
  const told =
    list.length <= longestList
      ? `The other rows: ${list}.`
      : `Of the other ${others.length} rows, ${rows.filter(({ reason }) => !reason).length} had no failure; the error’s details name the task and state of each.`;
  const prefix = `Row ${rows[at]!.row}: `;
  const message = failure.message.startsWith(prefix) ? failure.message : prefix + failure.message;
  const description = [failure.description, told, goOn].join(' ');
  return new FailureError({ ...failure, message, description, rows }, itemIndex);
}

/** What came of an item, for the details of an error that stops the node. */
export function toRow(
  { itemIndex, label, taskId, paid }: WaitItem,
  { failure, ...ending }: Ending,
): Row {
  const row = { row: itemIndex + 1, ...(label !== undefined && { label }) };
  if (failure !== undefined) {
    const { taskId, ids, reason, videoUrl } = failure;
    const named = { ...(taskId && { taskId }), ...(ids && { ids }) };
    return { ...row, paid: failure.paid, ...named, reason, ...(videoUrl && { videoUrl }) };
  }
  if (taskId === undefined || !('json' in ending)) return { ...row, paid: 'no', reason: 'notSent' };
  const { status, videoUrl } = ending.json as { status?: string; videoUrl?: string };
  const isPaid = endOf(status ?? '') !== 'failed';
  return {
    ...row,
    paid: paid ?? (isPaid ? 'yes' : 'unknown'),
    taskId,
    ...(status && { status }),
    ...(videoUrl && { videoUrl }),
  };
}

function describeRow({ row, taskId, reason, status, videoUrl }: Row): string {
  const seen = videoUrl === undefined ? status : 'finished';
  const state = reason === undefined ? seen : (states[reason] ?? reason);
  const task = taskId === undefined ? '' : `, task ${taskId}`;
  return `row ${row}${task}, ${state}${videoUrl === undefined ? '' : ` (${videoUrl})`}`;
}
