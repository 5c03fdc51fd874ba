import type { Task } from '../generated/types';
import type { TaskWait, WaitState } from './WaitState';

export function startWait(): WaitState {
  return { tasks: {} };
}

/** Adds the tasks that are not watched yet. Each is asked at once: it may be finished already. */
export function waitForTasks(
  state: WaitState,
  taskIds: string[],
  nowMs: number,
  timeoutMs: number,
): WaitState {
  const deadlineAtMs = nowMs + timeoutMs;
  const added = taskIds
    .filter((taskId) => !Object.hasOwn(state.tasks, taskId))
    .map((taskId): [string, TaskWait] => [
      taskId,
      { startedAtMs: nowMs, deadlineAtMs, nextAskAtMs: nowMs, polls: 0 },
    ]);
  // Not assigned one by one: an id such as "__proto__" must be a key like any other.
  return { ...state, tasks: Object.fromEntries([...Object.entries(state.tasks), ...added]) };
}

/** What the service answered when it made a task, and when, in ms since the epoch. */
export interface Creation {
  task: Task;
  atMs: number;
}

/**
 * The wait with what is known of tasks that were created a moment ago: the service took the key, and
 * a look right behind that would be in vain. So each is looked at for the first time when the interval
 * has passed since.
 */
export function expectCreated(
  state: WaitState,
  creations: ReadonlyMap<string, Creation>,
  nowMs: number,
  intervalMs: number,
): WaitState {
  const entries = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => {
    const created = creations.get(taskId);
    const isSeen = taskWait.task !== undefined || taskWait.polls > 0;
    if (created === undefined || isSeen) return [taskId, taskWait];
    const beginning = { percent: 0, atMs: Math.min(created.atMs, nowMs) };
    const dueAtMs = Math.max(beginning.atMs + intervalMs, nowMs);
    const nextAskAtMs = Math.min(dueAtMs, taskWait.deadlineAtMs);
    const moved = { from: beginning, to: beginning };
    return [taskId, { ...taskWait, task: created.task, moved, nextAskAtMs }];
  });
  return { ...state, tasks: Object.fromEntries(entries) };
}
