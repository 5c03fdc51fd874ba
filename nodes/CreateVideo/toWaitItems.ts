import { mapInTurns } from '../concurrency/inTurns';
import { operations, taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import type { Pass, Row } from './pay/Pass';
import { failFor } from './tell/failures';
import { advise, type OrderItem } from './tell/rows';

const notSent = failFor('notSent');

/** What the rows of a pass are to the wait, and to whoever reads of them. */
export async function toWaitItems({ rows }: Pass): Promise<OrderItem[]> {
  return advise(await mapInTurns(Object.entries(rows), ([at, row]) => toItem(row, Number(at))));
}

function toItem({ result, label, orderKey, atMs }: Row, itemIndex: number): OrderItem {
  const hasKey = orderKey !== undefined;
  const row = { itemIndex, hasKey, ...(label !== undefined && { label }) };
  switch (result.kind) {
    case 'accepted': {
      const taskId = String(result.task[taskField.id]);
      const created = { [taskField.status]: taskStatus.pending, ...result.task } as unknown as Task;
      return { ...row, taskId, created, createdAtMs: atMs, paid: 'yes' };
    }
    case 'preview': {
      const { method, path } = operations.createVideo;
      const request = JSON.parse(result.fingerprint) as unknown;
      return { ...row, shown: { preview: true, paid: 'no', method, path, request } };
    }
    case 'orderedBefore':
      return { ...row, taskId: result.taskId, orderKey: orderKey!, paid: 'no' };
    case 'planned':
    case 'sending':
      return { ...row, failure: notSent };
    default:
      return { ...row, failure: result.failure };
  }
}
