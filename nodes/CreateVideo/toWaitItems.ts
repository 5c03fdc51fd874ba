import { mapInTurns } from '../concurrency/inTurns';
import type { Failure } from '../errors/Failure';
import { taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import type { WaitItem } from '../results/WaitItem';
import { previewJson } from './order/previewJson';
import { failureOf } from './pay/orderedBefore';
import type { Pass, Row } from './pay/Pass';

const notSent: Failure = {
  message: 'This row wasn’t sent, because another row had failed',
  description: 'Nothing was charged for it.',
  reason: 'notSent',
  paid: 'no',
};

/** What the rows of a pass are to the wait. */
export const toWaitItems = async ({ rows }: Pass): Promise<WaitItem[]> =>
  await mapInTurns(Object.entries(rows), ([index, row]) => toWaitItem(row, Number(index)));

export function toWaitItem({ result, label, atMs }: Row, itemIndex: number): WaitItem {
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
      if (result.taskId === undefined) return { ...row, failure: failureOf(result)! };
      return { ...row, taskId: result.taskId, orderKey: result.orderKey, paid: 'no' };
    case 'planned':
    case 'notTried':
      return { ...row, failure: notSent };
    default:
      return { ...row, failure: result.failure };
  }
}
