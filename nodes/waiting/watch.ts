import { type Task } from '../generated/types';
import { followClock } from './clock';
import { type Contact } from './contact';
import { type Streak } from './streak';

/** How the wait for one task ended. */
export type Outcome =
  | 'completed'
  | 'failed'
  | 'endedOtherwise'
  /** Its status is no word of the document, but sounds like an end: our reading. */
  | 'takenAsEnded'
  | 'withoutResult'
  | 'contradiction'
  | 'notFound'
  | 'refused'
  | 'unauthorized'
  | 'unreachable'
  | 'timedOut';

/** All that is known of one task that is waited for. Plain JSON: sleeping executions store it. */
export interface TaskWatch {
  startedAtMs: number;
  deadlineAtMs: number;
  /** The first look, where it did not come at once. */
  firstAskAtMs?: number;
  nextAskAtMs: number;
  polls: number;
  /** The service was asked to call the execution when the task has ended. */
  isCalled?: boolean;
  /** The newest answer that carried the task. */
  task?: Task;
  /** The last two sightings of the progress, for the estimate of when it reaches its end. */
  earlierProgress?: ProgressPoint;
  lastProgress?: ProgressPoint;
  /** Requests in a row that brought no task. */
  faultsInRow: number;
  lastFault?: string | undefined;
  notFoundInRow: number;
  notFoundSinceMs?: number;
  withoutResultInRow: number;
  contradictionsInRow?: number;
  /** Answers in a row whose status only sounds like an end. */
  endingWords?: Streak | undefined;
  /** Refusals of the key in a row, when this task was asked for. */
  keyRefusals?: Streak | undefined;
  outcome?: Outcome;
  endedAtMs?: number;
}

export interface ProgressPoint {
  percent: number;
  atMs: number;
}

/** All tasks of one wait, by id. */
export interface WaitState extends Contact {
  tasks: Record<string, TaskWatch>;
  /** The service asked for a pause (429): nothing is asked before this time. */
  pausedUntilMs: number;
  /** The time by the clock that the times in this state are of, at its newest change. */
  seenAtMs?: number;
}

export function startWait(): WaitState {
  return { tasks: {}, pausedUntilMs: 0 };
}

/**
 * Adds the tasks that are not watched yet. Each is asked at once: it may be finished already.
 *
 * @param timeoutMs - how long to wait for each, or for each by its id
 */
export function watchTasks(
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
    ...added.map((id) => [id, startWatch(nowMs, limitOf(id))] as const),
  ];
  return { ...known, tasks: Object.fromEntries(entries) };
}

/** The watch of a task of which nothing is known yet. */
export function startWatch(nowMs: number, timeoutMs: number): TaskWatch {
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
export function end(watch: TaskWatch, outcome: Outcome, nowMs: number): TaskWatch {
  return { ...watch, outcome, endedAtMs: nowMs };
}
