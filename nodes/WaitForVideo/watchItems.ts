import { watchTasks, type WaitState } from '../waiting/watch';
import type { WaitItem } from './readParameters';

/** Adds the tasks of these items; one that several items name gets the longest of their limits. */
export function watchItems(state: WaitState, items: WaitItem[], nowMs: number): WaitState {
  const limits = new Map<string, number>();
  for (const { taskId, timeoutMs } of items)
    if (taskId !== undefined)
      limits.set(taskId, Math.max(timeoutMs, limits.get(taskId) ?? timeoutMs));

  const groups = new Map<number, string[]>();
  for (const [taskId, timeoutMs] of limits) {
    const group = groups.get(timeoutMs);
    if (group === undefined) groups.set(timeoutMs, [taskId]);
    else group.push(taskId);
  }
  let watched = state;
  for (const [timeoutMs, taskIds] of groups)
    watched = watchTasks(watched, taskIds, nowMs, timeoutMs);
  return watched;
}
