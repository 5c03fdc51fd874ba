import type { Failure, Paid } from '../errors/Failure';
import type { Task } from '../generated/types';
import type { StoredFile } from '../service/download/n8nFiles';
import { keepApart, taskJson, type Fields } from '../tasks/taskJson';

/** An input item: the task to wait for, or what comes out without waiting. */
export interface WaitItem {
  itemIndex: number;
  taskId?: string;
  /** What the service answered when it made the task, where this node asked for that. */
  created?: Task;
  /** When it did, in ms since the epoch. */
  createdAtMs?: number;
  /** What the node spent for it now, where it orders. */
  paid?: Paid;
  /** The person's own name for the row. */
  label?: string | undefined;
  /** It was ordered before, under this key; the ID of its task may be known to nobody any more. */
  orderKey?: string;
  /** That order asked for something else. */
  isChanged?: boolean;
  /** Why there is no task. */
  failure?: Failure;
  /** What was asked to be shown in place of a task. */
  shown?: Fields;
}

/** What came of a task. */
export type TaskEnding =
  | { failure: Failure }
  | {
      failure?: undefined;
      /** What the service told of it. */
      task: Task | undefined;
      /** What the node says of it besides. */
      own?: Fields;
      file?: StoredFile;
    };

/** What came of one input item. */
export type Ending = { itemIndex: number } & (
  | { failure: Failure }
  | { failure?: undefined; json: Fields; file?: StoredFile }
  /** What was asked to be shown in place of a task: it comes out as it is. */
  | { failure?: undefined; json?: undefined; shown: Fields }
);

/**
 * What came of an item, with what the node knows of its row.
 *
 * @param endingOf - what came of its task, where it has one
 */
export function toEnding(item: WaitItem, endingOf: (taskId: string) => TaskEnding): Ending {
  const { itemIndex, taskId, paid, label, orderKey, isChanged, shown = {} } = item;
  const ofRow = {
    ...(label !== undefined && { label }),
    ...(orderKey !== undefined && { orderedBefore: true, orderKey }),
    ...(isChanged === true && { changedSinceOrdered: true }),
  };
  if (item.failure !== undefined) return { itemIndex, failure: { ...item.failure, ...ofRow } };
  if (taskId === undefined && orderKey === undefined) return { itemIndex, shown };
  if (taskId === undefined) return { itemIndex, json: { paid, ...ofRow } };
  const ending = endingOf(taskId);
  if (ending.failure !== undefined) {
    // What an earlier order has cost, this run has not.
    const failure = { ...ending.failure, ...ofRow, ...(paid === 'no' && { paid }) };
    return { itemIndex, failure };
  }
  const { task, own, file } = ending;
  const { id, ...told } = taskJson(taskId, task);
  const ofNode = { ...(paid !== undefined && { paid }), ...ofRow, ...own };
  const json = { id, ...keepApart(told, ofNode) };
  return { itemIndex, json, ...(file !== undefined && { file }) };
}
