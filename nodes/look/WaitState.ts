import type { Task } from '../generated/types';
import type { NoTaskKind } from './askTask';

/** How to wait. */
export interface WaitSettings {
  /** Time between two looks at the same task. */
  intervalMs: number;
  /** Time from the first look at a task until the wait for it is given up. */
  timeoutMs: number;
}

export const defaultSettings: WaitSettings = {
  // The interval that the service's own clients use (section 3 of the contract).
  intervalMs: 5_000,
  // Sleep costs nothing, and services name estimates of up to 40 minutes.
  timeoutMs: 120 * 60_000,
};

/** What the wait for one task came to. */
export type WaitOutcome =
  | 'completed'
  | 'failed'
  /** The time limit passed. */
  | 'timedOut'
  /** The service does not know the task. */
  | 'notFound'
  /** The service could not be asked, or never gave an answer that can be used. */
  | 'unanswered';

/** All that is known of one task that is waited for. Plain JSON: sleeping executions store it. */
export interface TaskWait {
  startedAtMs: number;
  deadlineAtMs: number;
  nextAskAtMs: number;
  polls: number;
  /** The newest answer that carried the task. */
  task?: Task;
  /** So many of the newest looks in a row brought a result under a word that is no end. */
  withResult?: number | undefined;
  /** Why the newest looks bring no task that can be used: so many alike in a row. */
  noTask?: { kind: NoTaskKind; reason: string; count: number; sinceMs: number } | undefined;
  outcome?: WaitOutcome;
  endedAtMs?: number;
}

/** All tasks of one wait, by id. */
export interface WaitState {
  tasks: Record<string, TaskWait>;
}

export const startWait = (): WaitState => ({ tasks: {} });

/** A task to wait for: what the service answered when this node created it, if it did, and when. */
export interface NewTask {
  taskId?: string;
  created?: Task;
  createdAtMs?: number;
}

/** Adds the tasks that are not watched yet. Each is asked at once: it may be finished already. */
export function waitForTasks(
  { tasks }: WaitState,
  added: readonly NewTask[],
  nowMs: number,
  { intervalMs, timeoutMs }: WaitSettings,
): WaitState {
  // Behind its creation, a look would be in vain: its first one comes when the interval has passed.
  const firstAskAtMs = (createdAtMs: number) =>
    Math.min(createdAtMs + intervalMs, nowMs + Math.min(intervalMs, timeoutMs));
  const begun = added
    .filter(({ taskId }) => taskId !== undefined && !Object.hasOwn(tasks, taskId))
    .map(({ taskId, created: task, createdAtMs = nowMs }): [string, TaskWait] => [
      taskId!,
      {
        ...{ startedAtMs: nowMs, deadlineAtMs: nowMs + timeoutMs, polls: 0 },
        ...(task === undefined
          ? { nextAskAtMs: nowMs }
          : { nextAskAtMs: firstAskAtMs(createdAtMs), task }),
      },
    ]);
  // Not assigned one by one: an id such as "__proto__" must be a key like any other.
  return { tasks: Object.fromEntries([...Object.entries(tasks), ...begun]) };
}

/**
 * The stored wait with what was seen since; what ended without an answer may have met a credential that
 * was replaced meanwhile. What was seen may be tasks of another wait, further on in the workflow,
 * where n8n starts an execution from an older state: those stay out.
 */
export const joinStates = (stored: WaitState, seen: WaitState, nowMs: number): WaitState =>
  mapTasks(stored, (before, taskId) =>
    Object.hasOwn(seen.tasks, taskId) ? openAgain(seen.tasks[taskId]!, nowMs) : before,
  );

/** The wait for another try: what may come to something else now is looked at again. */
export const reopen = (state: WaitState, nowMs: number): WaitState =>
  mapTasks(state, (wait) => openAgain(wait, nowMs));

/** Open again, unless a look would change nothing. One that brings as little again ends at once. */
function openAgain(wait: TaskWait, nowMs: number): TaskWait {
  const { outcome } = wait;
  if (outcome === undefined || outcome === 'completed' || outcome === 'failed') return wait;
  const open = { ...wait, nextAskAtMs: nowMs };
  delete open.outcome;
  delete open.endedAtMs;
  return open;
}

/** The wait with all tasks due by now. */
export const lookAtAll = (state: WaitState, nowMs: number): WaitState =>
  mapTasks(state, (wait) => ({ ...wait, nextAskAtMs: Math.min(wait.nextAskAtMs, nowMs) }));

/** The wait without the tasks that have ended. */
export const onlyOpen = ({ tasks }: WaitState): WaitState => ({
  tasks: Object.fromEntries(
    Object.entries(tasks).filter(([, { outcome }]) => outcome === undefined),
  ),
});

const mapTasks = (
  { tasks }: WaitState,
  change: (wait: TaskWait, taskId: string) => TaskWait,
): WaitState => ({
  tasks: Object.fromEntries(
    Object.entries(tasks).map(([taskId, wait]) => [taskId, change(wait, taskId)]),
  ),
});
