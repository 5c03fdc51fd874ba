import type { TaskWait, WaitState } from './WaitState';

/**
 * The stored wait with what was seen since. What was seen may be tasks of another wait, further on in
 * the workflow, where n8n starts an execution from an older state: those stay out.
 */
export function joinStates(
  stored: WaitState,
  seen: WaitState | undefined,
  nowMs: number,
): WaitState {
  if (seen === undefined) return stored;
  // What ended without an answer may have met a credential that was replaced meanwhile.
  const newer = mapTasks(seen, (taskWait) =>
    taskWait.outcome === 'timedOut' ? taskWait : openAgain(taskWait, nowMs),
  );
  const known = Object.entries(newer.tasks).filter(([taskId]) =>
    Object.hasOwn(stored.tasks, taskId),
  );
  const tasks = Object.fromEntries([...Object.entries(stored.tasks), ...known]);
  return { ...stored, ...seen, tasks };
}

/** The wait for another try: endings that may be others now are looked at again. */
export const reopen = (state: WaitState, nowMs: number): WaitState =>
  mapTasks(state, (taskWait) => openAgain(taskWait, nowMs));

/** Open again, unless a look would change nothing. One that meets the same fault again ends at once. */
function openAgain(taskWait: TaskWait, nowMs: number): TaskWait {
  const { outcome, fault } = taskWait;
  const isSettled = fault === undefined && (outcome === 'completed' || outcome === 'failed');
  if (outcome === undefined || isSettled) return taskWait;
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

/** The wait with all open tasks due by now. */
export const lookAtAll = (state: WaitState, nowMs: number): WaitState =>
  mapTasks(state, (taskWait) => ({
    ...taskWait,
    nextAskAtMs: Math.min(taskWait.nextAskAtMs, nowMs),
  }));

export function openTasks({ tasks }: WaitState): string[] {
  return Object.keys(tasks).filter((taskId) => tasks[taskId]?.outcome === undefined);
}

function mapTasks(state: WaitState, change: (taskWait: TaskWait) => TaskWait): WaitState {
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => [
    taskId,
    change(taskWait),
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) };
}
