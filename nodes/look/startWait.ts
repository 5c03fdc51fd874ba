import { followClock } from './clock';
import type { WaitState, TaskWait, Outcome } from './WaitState';

export function startWait(): WaitState {
  return { tasks: {}, pausedUntilMs: 0 };
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
  const known = followClock(state, nowMs);
  const added = taskIds.filter((taskId) => !Object.hasOwn(state.tasks, taskId));
  // Not assigned one by one: an id such as "__proto__" must be a key like any other.
  const entries = [
    ...Object.entries(known.tasks),
    ...added.map((id) => [id, startTaskWait(nowMs, limitOf(id))] as const),
  ];
  return { ...known, tasks: Object.fromEntries(entries) };
}

/** The watch of a task of which nothing is known yet. */
export function startTaskWait(nowMs: number, timeoutMs: number): TaskWait {
  return {
    startedAtMs: nowMs,
    deadlineAtMs: nowMs + timeoutMs,
    nextAskAtMs: nowMs,
    polls: 0,
    faultsInRow: 0,
    notFoundInRow: 0,
    withoutResultInRow: 0,
  };
}

/** The watch of a task whose wait is over. */
export function end(taskWait: TaskWait, outcome: Outcome, nowMs: number): TaskWait {
  return { ...taskWait, outcome, endedAtMs: nowMs };
}
