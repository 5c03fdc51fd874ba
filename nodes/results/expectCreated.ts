import type { Task } from '../generated/types';
import type { CreatedTask } from '../tasks/createdTasks';
import type { WaitSettings } from '../look/settings';
import { startAfterCreation } from '../look/startWait';
import type { TaskWait, WaitState } from '../look/WaitState';
import type { WaitItem } from './WaitItem';

/**
 * The wait with what is known of tasks that the node itself created: they exist, the service has
 * answered, and it took the key.
 */
export function expectCreated(state: WaitState, items: readonly WaitItem[]): WaitState {
  const created = new Map<string, Task>();
  for (const item of items)
    if (item.taskId !== undefined && item.created !== undefined)
      created.set(item.taskId, item.created);
  if (created.size === 0) return state;
  const tasks = Object.entries(state.tasks).map(([key, taskWait]): [string, TaskWait] => {
    const task = created.get(key);
    const isUnseen = taskWait.task === undefined && taskWait.polls === 0;
    return [key, task !== undefined && isUnseen ? { ...taskWait, task } : taskWait];
  });
  return { ...state, tasks: Object.fromEntries(tasks) };
}

/**
 * The wait with what is known of tasks that were created earlier in this execution, by this node or
 * another. A look right behind the creation would be in vain. And the sooner the execution sleeps, the less a restart can lose.
 *
 * @param created - by task id
 */
export function expectSoon(
  state: WaitState,
  created: ReadonlyMap<string, CreatedTask>,
  nowMs: number,
  { intervalMs }: WaitSettings,
): WaitState {
  if (created.size === 0) return state;
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => {
    const task = created.get(taskId);
    const isNew = taskWait.startedAtMs === nowMs && taskWait.polls === 0;
    if (task === undefined || !isNew) return [taskId, taskWait];
    return [taskId, startAfterCreation(taskWait, task.atMs, nowMs, intervalMs)];
  });
  return { ...state, tasks: Object.fromEntries(tasks) };
}
