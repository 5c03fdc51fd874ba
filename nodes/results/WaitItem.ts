import type { Failure, Paid } from '../errors/Failure';
import type { Task } from '../generated/types';
import type { Fields } from '../tasks/taskJson';

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
  /** Its task was ordered before, under this key. */
  orderKey?: string;
  /** Why there is no task. */
  failure?: Failure;
  /** What was asked to be shown in place of a task. */
  shown?: Fields;
}
