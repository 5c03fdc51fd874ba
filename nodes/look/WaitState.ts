import type { Task } from '../generated/types';
import type { FaultKind } from './faults';

/** How the wait for one task ended. */
export type Outcome =
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
  moved?: Movement | undefined;
  /** What the newest looks came to, while they bring nothing that can be used. */
  fault?: FaultsInRow | undefined;
  outcome?: Outcome;
  endedAtMs?: number;
}

/** Where the progress began to move, and where it was when it moved last. */
export interface Movement {
  from: ProgressPoint;
  to: ProgressPoint;
}

interface ProgressPoint {
  percent: number;
  atMs: number;
}

export interface FaultsInRow {
  kind: FaultKind;
  /** In the service's or the network's own words. */
  reason: string;
  /** How many of this kind in a row, and since when. */
  ofKind: number;
  sinceMs: number;
  /** How many of any kind in a row. */
  inRow: number;
}

/** All tasks of one wait, by id. */
export interface WaitState {
  tasks: Record<string, TaskWait>;
}
