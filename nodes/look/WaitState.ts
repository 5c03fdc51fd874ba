import type { Task } from '../generated/types';
import type { NoTaskKind } from './askTask';

export interface WaitSettings {
  /** Time between two looks at the same task. */
  intervalMs: number;
  /** Time from when the wait for a task begins until it is given up. */
  timeoutMs: number;
}

export const defaultSettings: WaitSettings = {
  // As the service's own clients do (contract section 3).
  intervalMs: 5_000,
  // Services name estimates of up to 40 minutes, and sleeping costs nothing.
  timeoutMs: 120 * 60_000,
};

/** What the wait for one task came to. */
export type WaitOutcome =
  | 'completed'
  | 'failed'
  | 'timedOut'
  /** The service doesn't know the task. */
  | 'notFound'
  /** No usable answer came. */
  | 'unanswered';

/** All that is known of one task. Plain JSON: sleeping executions store it. */
export interface TaskWait {
  startedAtMs: number;
  deadlineAtMs: number;
  nextAskAtMs: number;
  polls: number;
  /** The newest answer that carried the task. */
  task?: Task;
  /** How many of the newest looks in a row brought a result under a status that isn't final. */
  withResult?: number | undefined;
  /** Why the newest looks brought no usable task, and how many in a row did so for that reason. */
  noTask?: { kind: NoTaskKind; reason: string; count: number; sinceMs: number } | undefined;
  outcome?: WaitOutcome;
  endedAtMs?: number;
}

export interface WaitState {
  /** By ID. */
  tasks: Record<string, TaskWait>;
}

export const startWait = (): WaitState => ({ tasks: {} });

/** A task to wait for. */
export interface NewTask {
  taskId?: string;
  /** What the service answered when this node created it. */
  created?: Task;
  createdAtMs?: number;
}

/** Adds the tasks that aren't waited for yet. Those made elsewhere are due at once: they may be done. */
export function waitForTasks(
  { tasks }: WaitState,
  added: readonly NewTask[],
  nowMs: number,
  { intervalMs, timeoutMs }: WaitSettings,
): WaitState {
  // A look right after the creation would be in vain, so the first one comes an interval later.
  const firstAskAtMs = (createdAtMs: number) =>
    Math.min(createdAtMs + intervalMs, nowMs + Math.min(intervalMs, timeoutMs));
  const begun = added
    .filter(({ taskId }) => taskId !== undefined && !Object.hasOwn(tasks, taskId))
    .map(({ taskId, created, createdAtMs = nowMs }): [string, TaskWait] => [
      taskId!,
      {
        startedAtMs: nowMs,
        deadlineAtMs: nowMs + timeoutMs,
        nextAskAtMs: created === undefined ? nowMs : firstAskAtMs(createdAtMs),
        polls: 0,
        ...(created && { task: created }),
      },
    ]);
  // Not assigned one by one: an ID such as "__proto__" must be a key like any other.
  return { tasks: Object.fromEntries([...Object.entries(tasks), ...begun]) };
}

/**
 * The stored wait with what was seen since. Waits that ended without an answer are reopened: their
 * credential may have been replaced meanwhile. Tasks that aren't stored stay out: where n8n starts from
 * an older state, they belong to a wait further on in the workflow.
 */
export const joinStates = (stored: WaitState, seen: WaitState, nowMs: number): WaitState =>
  mapTasks(stored, (before, taskId) =>
    Object.hasOwn(seen.tasks, taskId) ? openAgain(seen.tasks[taskId]!, nowMs) : before,
  );

/** The wait for another try of the node. */
export const reopen = (state: WaitState, nowMs: number): WaitState =>
  mapTasks(state, (wait) => openAgain(wait, nowMs));

/** Reopens a wait that ended without the service's final word; one more look as useless ends it again. */
function openAgain(wait: TaskWait, nowMs: number): TaskWait {
  const { outcome } = wait;
  if (outcome === undefined || outcome === 'completed' || outcome === 'failed') return wait;
  const open = { ...wait, nextAskAtMs: nowMs };
  delete open.outcome;
  delete open.endedAtMs;
  return open;
}

/** The wait with all tasks due at once. */
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
