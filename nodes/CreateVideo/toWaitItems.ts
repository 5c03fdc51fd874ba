import { mapInTurns } from '../concurrency/inTurns';
import { operations, taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import type { WaitItem } from '../results/WaitItem';
import { failWith } from './pay/outcomes';
import type { Pass, Row } from './pay/Pass';
import { adviseRows } from './pay/tellRows';

const notSent = failWith(
  'notSent',
  'no',
  'This row wasn’t sent, because another row had failed',
  'Fix that row.',
);

/** What the rows of a pass are to the wait. */
export async function toWaitItems({ rows }: Pass): Promise<WaitItem[]> {
  const advise = adviseRows(Object.values(rows));
  return await mapInTurns(Object.entries(rows), ([index, row]) => {
    const item = toWaitItem(row, Number(index));
    return item.failure === undefined ? item : { ...item, failure: advise(item.failure) };
  });
}

function toWaitItem({ result, label, orderKey = '', atMs }: Row, itemIndex: number): WaitItem {
  const row = { itemIndex, ...(label !== undefined && { label }) };
  switch (result.kind) {
    case 'accepted': {
      const { task } = result;
      const created = { [taskField.status]: taskStatus.pending, ...task } as unknown as Task;
      return {
        ...row,
        taskId: String(task[taskField.id]),
        created,
        createdAtMs: atMs,
        paid: 'yes',
      };
    }
    case 'preview':
      return { ...row, shown: previewJson(result.fingerprint) };
    case 'orderedBefore':
      return { ...row, taskId: result.taskId, orderKey, paid: 'no' };
    case 'planned':
      return { ...row, failure: notSent };
    default:
      return { ...row, failure: result.failure };
  }
}

/** Shows what would be sent for a row. */
function previewJson(fingerprint: string) {
  const { method, path } = operations.createVideo;
  return { preview: true, paid: 'no', method, path, request: JSON.parse(fingerprint) as unknown };
}
