import type { IBinaryData } from 'n8n-workflow';
import type { Task } from '../generated/types';
import type { NewTask } from '../look/WaitState';
import type { Failure } from '../outcomes/Failure';
import type { Paid } from '../outcomes/money';
import { keepApart, taskJson, type Fields } from '../tasks/taskJson';

/** An input item: a task to wait for, or what comes out instead. */
export interface WaitItem extends NewTask {
  itemIndex: number;
  /** What the node spent on it now, if it orders. */
  paid?: Paid;
  label?: string | undefined;
  orderKey?: string | undefined;
  /** It was ordered before, perhaps without its task being known any more. */
  isFromBefore?: boolean;
  /** That order asked for something else. */
  isChanged?: boolean;
  /** Why there is no task. */
  failure?: Failure;
  /** A preview, which comes out as it is. */
  shown?: Fields;
}

/** What came of a task. */
export interface TaskOutcome {
  failure?: Failure;
  /** What the service said about it. */
  task?: Task | undefined;
  /** What the node adds to that. */
  own?: Fields;
  file?: IBinaryData;
}

/** What came of an input item; a preview has neither a failure nor a json. */
export interface RowOutcome {
  item: WaitItem;
  paid?: Paid | undefined;
  failure?: Failure;
  json?: Fields;
  file?: IBinaryData;
}

/** Adds what the node knows about an item's row to what came of its task. */
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
  // Whatever an earlier order cost, this run didn't pay for it.
  if (outcome.failure !== undefined)
    return fail(outcome.failure, paid === 'yes' ? outcome.failure.paid : paid);
  const { task, own, file } = outcome;
  const { id, ...told } = taskJson(taskId, task);
  const json = { id, ...keepApart(told, { ...ofNode, ...own }) };
  return { item, paid, json, ...(file !== undefined && { file }) };
}
