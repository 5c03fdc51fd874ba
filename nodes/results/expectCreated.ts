import type { CreatedTask } from '../tasks/createdTasks';
import { startAfterCreation } from '../look/startWait';
import type { TaskWait, WaitState } from '../look/WaitState';
import type { WaitItem } from './WaitItem';

/**
 * The wait with what is known of tasks that were created in this execution, by this node or another.
 * A look right behind the creation would be in vain. Where this node created them, it also has the
 * service's answer, which took the key.
 *
 * @param created - by task ID
 */
export function expectCreated(
  state: WaitState,
  items: readonly WaitItem[],
  created: ReadonlyMap<string, CreatedTask>,
  nowMs: number,
  intervalMs: number,
): WaitState {
  const own = new Map(items.map((item) => [item.taskId, item.created]));
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => {
    if (taskWait.polls > 0) return [taskId, taskWait];
    const atMs = taskWait.startedAtMs === nowMs ? created.get(taskId)?.atMs : undefined;
    const expected =
      atMs === undefined ? taskWait : startAfterCreation(taskWait, atMs, nowMs, intervalMs);
    const task = expected.task ?? own.get(taskId);
    return [taskId, task === undefined ? expected : { ...expected, task }];
  });
  const heard = items.some((item) => item.created !== undefined);
  return { ...state, ...(heard && { heard }), tasks: Object.fromEntries(tasks) };
}
