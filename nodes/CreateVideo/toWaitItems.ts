import { mapInTurns } from '../concurrency/mapItems';
import { operations, taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import { failureFor } from '../outcomes/Failure';
import { toRowOutcome, type RowOutcome, type WaitItem } from '../results/rowOutcome';
import type { LedgerRow } from './pay/Pass';

const notSent = failureFor('notSent');

/** What the rows of a pass are to the wait, and to whoever reads of them. */
export const toWaitItems = async (rows: readonly LedgerRow[]): Promise<WaitItem[]> =>
  await mapInTurns(rows, toItem);

/** What came of rows for which nobody has waited. */
export const outcomesOf = (items: readonly WaitItem[]): RowOutcome[] =>
  items.map((item) => toRowOutcome(item, () => ({ task: item.created })));

function toItem(row: LedgerRow, itemIndex: number): WaitItem {
  const { result, orderKey, atMs, label, isRepeated } = row;
  const item = { itemIndex, orderKey, label };
  switch (result.kind) {
    case 'accepted': {
      const taskId = String(result.task[taskField.id]);
      const created = { [taskField.status]: taskStatus.pending, ...result.task } as unknown as Task;
      const made = { ...item, taskId, created, createdAtMs: atMs };
      return isRepeated ? { ...made, paid: 'no', isFromBefore: true } : { ...made, paid: 'yes' };
    }
    case 'preview': {
      const asked = { ...operations.createVideo, request: result.request };
      return { ...item, paid: 'no', shown: { preview: true, paid: 'no', ...asked } };
    }
    case 'orderedBefore': {
      const { taskId, isChanged } = result;
      const known = { ...(taskId !== undefined && { taskId }), isChanged };
      return { ...item, ...known, isFromBefore: true, paid: 'no' };
    }
    case 'planned':
    case 'sending':
      return { ...item, failure: notSent };
    default:
      return { ...item, failure: result.failure };
  }
}
