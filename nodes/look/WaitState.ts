import type { Task } from '../generated/types';
import type { FaultKind } from './faults';
import type { WaitSettings } from './settings';

/** How the wait for one task ended. */
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
  /** What the newest looks came to, while they bring nothing that can be used: so many alike in a row. */
  fault?: { kind: FaultKind; reason: string; count: number; sinceMs: number } | undefined;
  outcome?: WaitOutcome;
  endedAtMs?: number;
}

/** All tasks of one wait, by id. */
export interface WaitState {
  tasks: Record<string, TaskWait>;
}

export const startWait = (): WaitState => ({ tasks: {} });

/**
 * Adds the tasks that are not watched yet. Each is asked at once: it may be finished already.
 *
 * @param known - what is known beforehand of some of them
 */
export function waitForTasks(
  state: WaitState,
  taskIds: string[],
  nowMs: number,
  timeoutMs: number,
  known?: ReadonlyMap<string, Partial<TaskWait>>,
): WaitState {
  const begun = { startedAtMs: nowMs, deadlineAtMs: nowMs + timeoutMs, nextAskAtMs: nowMs };
  const added = taskIds
    .filter((taskId) => !Object.hasOwn(state.tasks, taskId))
    .map((taskId) => [taskId, { ...begun, polls: 0, ...known?.get(taskId) }] as const);
  // Not assigned one by one: an id such as "__proto__" must be a key like any other.
  return { tasks: Object.fromEntries([...Object.entries(state.tasks), ...added]) };
}

/**
 * What is known of a task that was created a moment ago: the service took the key, and a look right
 * behind that would be in vain. So it is looked at first when the interval has passed since.
 */
export const expectCreated = (
  task: Task,
  createdAtMs: number,
  nowMs: number,
  { intervalMs, timeoutMs }: WaitSettings,
): Partial<TaskWait> => ({
  task,
  nextAskAtMs: Math.min(createdAtMs + intervalMs, nowMs + Math.min(intervalMs, timeoutMs)),
});

/**
 * The stored wait with what was seen since; an ending without an answer may have met a credential that
 * was replaced meanwhile. What was seen may be tasks of another wait, further on in the workflow,
 * where n8n starts an execution from an older state: those stay out.
 */
export const joinStates = (
  stored: WaitState,
  { tasks: seen }: WaitState,
  nowMs: number,
): WaitState =>
  mapTasks(stored, (before, taskId) =>
    Object.hasOwn(seen, taskId) ? openAgain(seen[taskId]!, nowMs) : before,
  );

/** The wait for another try: endings that may be others now are looked at again. */
export const reopen = (state: WaitState, nowMs: number): WaitState =>
  mapTasks(state, (taskWait) => openAgain(taskWait, nowMs));

/** Open again, unless a look would change nothing. One that meets the same fault again ends at once. */
function openAgain(taskWait: TaskWait, nowMs: number): TaskWait {
  const { outcome } = taskWait;
  if (outcome === undefined || outcome === 'completed' || outcome === 'failed') return taskWait;
  const open = { ...taskWait, nextAskAtMs: nowMs };
  delete open.outcome;
  delete open.endedAtMs;
  return open;
}

/** The wait with all tasks due by now. */
export const lookAtAll = (state: WaitState, nowMs: number): WaitState =>
  mapTasks(state, (taskWait) => ({
    ...taskWait,
    nextAskAtMs: Math.min(taskWait.nextAskAtMs, nowMs),
  }));

/** The wait without the tasks that have ended. */
export const onlyOpen = ({ tasks }: WaitState): WaitState => ({
  tasks: Object.fromEntries(
    Object.entries(tasks).filter(([, { outcome }]) => outcome === undefined),
  ),
});

export const openTasks = (state: WaitState): string[] => Object.keys(onlyOpen(state).tasks);

function mapTasks(
  { tasks }: WaitState,
  change: (taskWait: TaskWait, taskId: string) => TaskWait,
): WaitState {
  const changed = Object.entries(tasks).map(
    ([taskId, taskWait]) => [taskId, change(taskWait, taskId)] as const,
  );
  return { tasks: Object.fromEntries(changed) };
}
