import { mapInTurns } from '../concurrency/inTurns';
import { operations, taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import type { LedgerRow, Pass } from './pay/Pass';
import { failureFor } from './tell/failures';
import { advise, type OrderItem } from './tell/rows';

const notSent = failureFor('notSent');

/** What the rows of a pass are to the wait, and to whoever reads of them. */
export async function toWaitItems({ rows }: Pass): Promise<OrderItem[]> {
  return advise(await mapInTurns(rows, toItem));
}

function toItem(row: LedgerRow, itemIndex: number): OrderItem {
  const { result, fingerprint, orderKey, atMs, label } = row;
  const item = { itemIndex, hasKey: orderKey !== undefined, label };
  switch (result.kind) {
    case 'accepted': {
      const taskId = String(result.task[taskField.id]);
      const created = { [taskField.status]: taskStatus.pending, ...result.task } as unknown as Task;
      return { ...item, taskId, created, createdAtMs: atMs, paid: 'yes' };
    }
    case 'preview': {
      const { method, path } = operations.createVideo;
      const request = JSON.parse(fingerprint) as unknown;
      return { ...item, shown: { preview: true, paid: 'no', method, path, request } };
    }
    case 'orderedBefore': {
      const { taskId, isChanged } = result;
      const known = { ...(taskId !== undefined && { taskId }), isChanged };
      return { ...item, ...known, orderKey: orderKey!, paid: 'no' };
    }
    case 'planned':
    case 'sending':
      return { ...item, failure: notSent };
    default:
      return { ...item, failure: result.failure };
  }
}
