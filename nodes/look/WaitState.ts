import type { Task } from '../generated/types';
import type { Streak } from './settings';

/** How the wait for one task ended. */
export type Outcome =
  | 'completed'
  | 'failed'
  | 'withoutResult'
  | 'contradiction'
  | 'notFound'
  | 'refused'
  | 'unauthorized'
  | 'unreachable'
  | 'timedOut';

/** All that is known of one task that is waited for. Plain JSON: sleeping executions store it. */
export interface TaskWait {
  startedAtMs: number;
  deadlineAtMs: number;
  /** When the first look was to come, where that was not at once and nobody brought it forward. */
  firstAskAtMs?: number | undefined;
  nextAskAtMs: number;
  polls: number;
  /** The newest answer that carried the task. */
  task?: Task;
  /** The first and the last two sightings of the progress, for the estimate of when it ends. */
  firstProgress?: ProgressPoint;
  earlierProgress?: ProgressPoint;
  lastProgress?: ProgressPoint;
  /** Requests in a row that brought no task. */
  faultsInRow: number;
  lastFault?: string | undefined;
  notFoundInRow: number;
  notFoundSinceMs?: number;
  withoutResultInRow: number;
  contradictionsInRow?: number;
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
  tasks: Record<string, TaskWait>;
  /** The service asked for a pause (429): nothing is asked before this time. */
  pausedUntilMs: number;
  /** The time by the clock that the times in this state are of, at its newest change. */
  seenAtMs?: number;
}

/** What the answers to all tasks together tell of the address and the key. */
export interface Contact {
  /** Whether the address has ever answered in this wait, be it with an error. */
  heard?: boolean;
  /** Whether the service has ever told of a task in this wait, so that the key was good. */
  accepted?: boolean;
  silence?: Streak | undefined;
  keyRefusals?: Streak | undefined;
}
