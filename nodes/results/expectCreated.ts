import { startAfterCreation } from '../look/startWait';
import type { TaskWait, WaitState } from '../look/WaitState';
import type { WaitItem } from './WaitItem';

/**
 * The wait with what is known of tasks that this node created: the service has answered and took the
 * key, and a look right behind that would be in vain.
 */
export function expectCreated(
  state: WaitState,
  items: readonly WaitItem[],
  nowMs: number,
  intervalMs: number,
): WaitState {
  const created = new Map(
    items.filter((item) => item.created !== undefined).map((item) => [item.taskId, item]),
  );
  if (created.size === 0) return state;
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => {
    const { created: task, createdAtMs = nowMs } = created.get(taskId) ?? {};
    const isUnseen = taskWait.task === undefined && taskWait.polls === 0;
    if (task === undefined || !isUnseen) return [taskId, taskWait];
    return [taskId, { ...startAfterCreation(taskWait, createdAtMs, nowMs, intervalMs), task }];
  });
  return { ...state, tasks: Object.fromEntries(tasks) };
}
