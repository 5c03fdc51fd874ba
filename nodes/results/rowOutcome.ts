import type { IBinaryData } from 'n8n-workflow';
import type { Task } from '../generated/types';
import type { NewTask } from '../look/WaitState';
import type { Failure } from '../outcomes/Failure';
import type { Paid } from '../outcomes/money';
import { keepApart, taskJson, type Fields } from '../tasks/taskJson';

/** An input item: the task to wait for, or what comes out without waiting. */
export interface WaitItem extends NewTask {
  itemIndex: number;
  /** What the node spent for it now, where it orders. */
  paid?: Paid;
  /** The person's own name for the row. */
  label?: string | undefined;
  /** What tells its order from others. */
  orderKey?: string | undefined;
  /** It was ordered before; the ID of its task may be known to nobody any more. */
  isFromBefore?: boolean;
  /** That order asked for something else. */
  isChanged?: boolean;
  /** Why there is no task. */
  failure?: Failure;
  /** What was asked to be shown in place of a task: it comes out as it is. */
  shown?: Fields;
}

/** What came of a task. */
export interface TaskOutcome {
  failure?: Failure;
  /** What the service told of it. */
  task?: Task | undefined;
  /** What the node says of it besides. */
  own?: Fields;
  file?: IBinaryData;
}

/** What came of one input item: a failure, or what comes out, with its file; neither for what is only shown. */
export interface RowOutcome {
  item: WaitItem;
  /** What the node spent for it now; absent where it spends nothing. */
  paid?: Paid | undefined;
  failure?: Failure;
  json?: Fields;
  file?: IBinaryData;
}

/**
 * What came of an item, with what the node knows of its row.
 *
 * @param outcomeOfTask - what came of its task, where it has one
 */
export function toRowOutcome(
  item: WaitItem,
  outcomeOfTask: (taskId: string) => TaskOutcome,
): RowOutcome {
  const { taskId, paid, label, orderKey, isFromBefore, isChanged } = item;
  const key = orderKey !== undefined && { orderKey };
  const ofRow = {
    ...(label !== undefined && { label }),
    ...(isFromBefore && { orderedBefore: true, ...key }),
    ...(isChanged && { changedSinceOrdered: true }),
  };
  const fail = (failure: Failure, spent: Paid | undefined): RowOutcome => ({
    ...{ item, paid: spent },
    failure: { ...failure, ...ofRow, ...key, paid: spent },
  });
  if (item.failure !== undefined) return fail(item.failure, item.failure.paid);
  const ofNode = { ...(paid !== undefined && { paid }), ...ofRow };
  if (taskId === undefined) return { item, paid, ...(isFromBefore && { json: ofNode }) };
  const outcome = outcomeOfTask(taskId);
  // What an earlier order has cost, this run has not; of a failed task nobody knows.
  if (outcome.failure !== undefined)
    return fail(outcome.failure, paid === 'yes' ? outcome.failure.paid : paid);
  const { task, own, file } = outcome;
  const { id, ...told } = taskJson(taskId, task);
  const json = { id, ...keepApart(told, { ...ofNode, ...own }) };
  return { item, paid, json, ...(file !== undefined && { file }) };
}
