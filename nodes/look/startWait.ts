import type { TaskWait, WaitState } from './WaitState';

export function startWait(): WaitState {
  return { tasks: {} };
}

/**
 * Adds the tasks that are not watched yet. Each is asked at once: it may be finished already.
 *
 * @param timeoutMs - how long to wait for each, or for each by its id
 */
export function waitForTasks(
  state: WaitState,
  taskIds: string[],
  nowMs: number,
  timeoutMs: number | ReadonlyMap<string, number>,
): WaitState {
  const limitOf = (taskId: string) =>
    typeof timeoutMs === 'number' ? timeoutMs : (timeoutMs.get(taskId) ?? 0);
  const added = taskIds.filter((taskId) => !Object.hasOwn(state.tasks, taskId));
  // Not assigned one by one: an id such as "__proto__" must be a key like any other.
  const entries = [
    ...Object.entries(state.tasks),
    ...added.map((taskId): [string, TaskWait] => {
      const deadlineAtMs = nowMs + limitOf(taskId);
      return [taskId, { startedAtMs: nowMs, deadlineAtMs, nextAskAtMs: nowMs, polls: 0 }];
    }),
  ];
  return { ...state, tasks: Object.fromEntries(entries) };
}

/**
 * The watch of a task that was created a moment ago: looked at for the first time when the interval
 * has passed since, and known to have been at its beginning then.
 */
export function startAfterCreation(
  taskWait: TaskWait,
  createdAtMs: number,
  nowMs: number,
  intervalMs: number,
): TaskWait {
  const beginning = { percent: 0, atMs: Math.min(createdAtMs, nowMs) };
  const dueAtMs = Math.max(beginning.atMs + intervalMs, nowMs);
  return {
    ...taskWait,
    moved: { from: beginning, to: beginning },
    nextAskAtMs: Math.min(dueAtMs, taskWait.deadlineAtMs),
  };
}
