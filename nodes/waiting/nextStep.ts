import { type TaskWatch, type WaitState } from './watch';

/** What a driver has to do now. */
export interface Step {
  /** Tasks to ask at once. */
  ask: string[];
  /** When to look again if no answer comes before; absent when only answers can bring news. */
  wakeAtMs?: number;
  done: boolean;
}

/**
 * Decides from the state alone what to ask now and when to look again.
 *
 * @param inFlight ids of the tasks whose answer is awaited
 */
export function nextStep(
  state: WaitState,
  nowMs: number,
  concurrency: number,
  inFlight: ReadonlySet<string> = new Set(),
): Step {
  const open = Object.entries(state.tasks).filter(([, watch]) => watch.outcome === undefined);
  const idle = open
    .filter(([taskId]) => !inFlight.has(taskId))
    .map(([taskId, { nextAskAtMs, deadlineAtMs }]) => {
      const dueAtMs = Math.max(nextAskAtMs, state.pausedUntilMs);
      return { taskId, dueAtMs, wakeAtMs: Math.min(dueAtMs, deadlineAtMs) };
    })
    .sort((one, other) => one.dueAtMs - other.dueAtMs);

  const due = idle.filter(({ dueAtMs }) => dueAtMs <= nowMs);
  const ask = due.slice(0, Math.max(0, concurrency - inFlight.size)).map(({ taskId }) => taskId);
  const later = idle.slice(due.length).map(({ wakeAtMs }) => wakeAtMs);
  return {
    ask,
    ...(later.length > 0 && { wakeAtMs: Math.min(...later) }),
    done: open.length === 0,
  };
}

/**
 * Ends the waits whose deadline has passed while the service's own pause forbids to ask once more.
 */
export function endPausedPastDeadline(state: WaitState, nowMs: number): WaitState {
  if (state.pausedUntilMs <= nowMs) return state;
  const expired = (watch: TaskWatch) => watch.outcome === undefined && watch.deadlineAtMs <= nowMs;
  if (!Object.values(state.tasks).some(expired)) return state;
  const tasks = Object.entries(state.tasks).map(([taskId, watch]): [string, TaskWatch] => [
    taskId,
    expired(watch) ? { ...watch, outcome: 'timedOut', endedAtMs: nowMs } : watch,
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) };
}
