import { endPausedPastDeadline } from '../waiting/nextStep';
import { observe, type ObserveContext } from '../waiting/observe';
import type { TaskAnswer } from '../waiting/answer';
import type { WaitSettings } from '../waiting/settings';
import type { TaskWatch, WaitState } from '../waiting/watch';

/** A sleeping execution, as its watcher knows it. Plain data: nothing of the execution itself. */
export interface SleepingExecution {
  executionId: string;
  resumeUrl: string;
  state: WaitState;
  settings: WaitSettings;
  /** Wake it as soon as one task has ended, not only when all have. */
  eager: boolean;
  /** When n8n's timer has woken it for certain, if it still exists. */
  forgetAtMs: number;
}

const isOpen = (watch: TaskWatch | undefined): watch is TaskWatch =>
  watch !== undefined && watch.outcome === undefined;

/** Whether there is something to wake the execution for. */
export function isReady({ state, eager }: SleepingExecution): boolean {
  const watches = Object.values(state.tasks);
  return eager ? !watches.every(isOpen) : !watches.some(isOpen);
}

/**
 * What to ask now, the longest due first, and when to look again. A task that several executions
 * wait for is asked once.
 */
export function planLooks(
  sleeping: Iterable<SleepingExecution>,
  nowMs: number,
  inFlight: ReadonlyMap<string, unknown>,
): { due: string[]; nextAtMs: number } {
  const dueAtMs = new Map<string, number>();
  let nextAtMs = Infinity;
  for (const { state, forgetAtMs } of sleeping) {
    nextAtMs = Math.min(nextAtMs, forgetAtMs);
    for (const [taskId, watch] of Object.entries(state.tasks)) {
      if (!isOpen(watch) || inFlight.has(taskId)) continue;
      const atMs = Math.max(watch.nextAskAtMs, state.pausedUntilMs);
      if (atMs > nowMs) nextAtMs = Math.min(nextAtMs, atMs, Math.max(watch.deadlineAtMs, nowMs));
      else dueAtMs.set(taskId, Math.min(atMs, dueAtMs.get(taskId) ?? Infinity));
    }
  }
  const due = [...dueAtMs].sort(([, one], [, other]) => one - other).map(([taskId]) => taskId);
  return { due, nextAtMs };
}

/**
 * Tells every execution that waits for the task what the service answered.
 *
 * @returns whether one of them goes on waiting for it
 */
export function shareAnswer(
  sleeping: Iterable<SleepingExecution>,
  taskId: string,
  answer: TaskAnswer,
  context: Omit<ObserveContext, 'settings'>,
): boolean {
  const all = [...sleeping];
  let pausedUntilMs = 0;
  for (const execution of all) {
    if (!isOpen(execution.state.tasks[taskId])) continue;
    const { settings } = execution;
    execution.state = observe(execution.state, taskId, answer, { ...context, settings });
    pausedUntilMs = Math.max(pausedUntilMs, execution.state.pausedUntilMs);
  }
  // The service asks the account to pause, whoever of them asked.
  for (const execution of all)
    if (execution.state.pausedUntilMs < pausedUntilMs && pausedUntilMs > context.nowMs)
      execution.state = { ...execution.state, pausedUntilMs };
  return all.some(({ state }) => isOpen(state.tasks[taskId]));
}

/** Ends the waits whose time is up while the service's pause forbids to ask once more. */
export function endOverdue(sleeping: Iterable<SleepingExecution>, nowMs: number): void {
  for (const execution of sleeping) execution.state = endPausedPastDeadline(execution.state, nowMs);
}

/**
 * The wait with these tasks due at a time, or earlier where they are due earlier.
 *
 * @param taskIds - ids that the wait does not know are left out
 */
export function bringForward(state: WaitState, taskIds: Iterable<string>, atMs: number): WaitState {
  const soon = new Set(taskIds);
  const tasks = Object.entries(state.tasks).map(([taskId, watch]): [string, TaskWatch] => [
    taskId,
    soon.has(taskId) && isOpen(watch) && watch.nextAskAtMs > atMs
      ? { ...watch, nextAskAtMs: atMs }
      : watch,
  ]);
  return { ...state, tasks: Object.fromEntries(tasks) };
}

export function openTasks({ tasks }: WaitState): string[] {
  return Object.keys(tasks).filter((taskId) => isOpen(tasks[taskId]));
}
