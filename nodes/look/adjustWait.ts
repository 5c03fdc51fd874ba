import type { Outcome, TaskWait, WaitState } from './WaitState';

/**
 * Endings that need no second look. The others may come from a credential that was replaced while
 * the execution slept.
 */
const certain = new Set<Outcome>(['completed', 'failed', 'timedOut']);

/**
 * The stored wait with what was seen since; endings that are not certain are open again. What was
 * seen may be tasks of another wait, further on in the workflow, where n8n starts an execution from
 * an older state: those stay out.
 */
export function joinStates(
  stored: WaitState,
  seen: WaitState | undefined,
  nowMs: number,
): WaitState {
  if (seen === undefined) return stored;
  const newer = Object.entries(seen.tasks).flatMap(
    ([taskId, taskWait]): Array<[string, TaskWait]> => {
      if (stored.tasks[taskId] === undefined) return [];
      if (taskWait.outcome === undefined || certain.has(taskWait.outcome))
        return [[taskId, taskWait]];
      return [[taskId, openAgain(taskWait, nowMs)]];
    },
  );
  return {
    ...stored,
    ...seen,
    tasks: Object.fromEntries([...Object.entries(stored.tasks), ...newer]),
    pausedUntilMs: Math.max(stored.pausedUntilMs, seen.pausedUntilMs),
  };
}

/** Endings that stay as they are, however often they are looked at. */
const settled = new Set<Outcome>(['completed', 'failed']);

/** The wait for another try: endings that may be others now are looked at again. */
export function reopen(state: WaitState, nowMs: number): WaitState {
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => [
    taskId,
    taskWait.outcome === undefined || settled.has(taskWait.outcome)
      ? taskWait
      : openAgain(taskWait, nowMs),
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) };
}

function openAgain(taskWait: TaskWait, nowMs: number): TaskWait {
  const open = { ...taskWait, nextAskAtMs: nowMs };
  delete open.outcome;
  delete open.endedAtMs;
  return open;
}

/** The wait without the other tasks. */
export function keepTasks(state: WaitState, keep: (taskId: string) => boolean): WaitState {
  const kept = Object.entries(state.tasks).filter(([taskId]) => keep(taskId));
  return { ...state, tasks: Object.fromEntries(kept) };
}

/** The wait with these tasks due at a time of their own, or later where they are due later. */
export function putOff(state: WaitState, taskIds: string[], atMs: () => number): WaitState {
  const later = new Set(taskIds);
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => [
    taskId,
    later.has(taskId)
      ? { ...taskWait, nextAskAtMs: Math.max(taskWait.nextAskAtMs, atMs()) }
      : taskWait,
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) };
}

/**
 * The wait with these tasks due at a time, or earlier where they are due earlier.
 *
 * @param taskIds - ids that the wait does not know are left out
 */
export function bringForward(state: WaitState, taskIds: Iterable<string>, atMs: number): WaitState {
  const soon = new Set(taskIds);
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => [
    taskId,
    soon.has(taskId) && taskWait.outcome === undefined ? broughtForward(taskWait, atMs) : taskWait,
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) };
}

/** Due by that time, and no longer put off for what others of the crowd tell. */
export const broughtForward = (taskWait: TaskWait, atMs: number): TaskWait => ({
  ...taskWait,
  nextAskAtMs: Math.min(taskWait.nextAskAtMs, atMs),
  firstAskAtMs: undefined,
});

export function openTasks({ tasks }: WaitState): string[] {
  return Object.keys(tasks).filter((taskId) => tasks[taskId]?.outcome === undefined);
}
