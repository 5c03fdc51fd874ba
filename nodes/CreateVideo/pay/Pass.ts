import type { Stop } from '../../results/WaitItem';
import type { Result } from './Result';
import type { Outcome } from './readCreateAnswer';

/**
 * What the node has ordered: one record for each pass over its input, in the node context. That
 * outlasts sleep, restarts, the tries of "Retry On Fail", and a retry of the execution.
 *
 *     ordering ──all rows are settled, and it waits──▶ waiting ──all have left──▶ over
 *        │ ▲                                                                       │
 *        └─┘ a further try                  a person retries, and rows were refused │
 *        ▲──────────────────────────────────────────────────────────────────────────┘
 *
 * All else follows from the rows: what a further try finds, what is waited for, what an execution
 * has spent, which tasks are new. Create stays at "ordering". A tool call is a pass of its own, that
 * never waits: n8n runs it again with the same arguments, and an agent's further try asks for it
 * anew.
 */
export interface Pass {
  state: 'ordering' | 'waiting' | 'over';
  rows: Record<string, Row>;
  /** Why the node fails when all that was created has been waited for. */
  stop?: Stop;
  /** The execution in which it was over. */
  endedIn?: string;
  /** How many tries of which execution have failed. */
  failed: { executionId: string; tries: number };
}

/** What came of a row. */
export interface Row {
  result: Result;
  executionId: string;
  /** The form of the node, expressions as they stand. */
  form: string;
  /** The request as text. */
  request: string;
  /** When it came out, in ms since the epoch. */
  atMs: number;
  /** Whether the service was asked to call this execution when the task has ended. */
  isCalled?: boolean;
  label?: string;
  timeoutMs?: number;
  /** What was taken of it before, where another request for it was refused since. */
  before?: Row;
}

/** What a row may come to while it is sent: the rest of it is known. */
export type Sent = Pick<Row, 'request' | 'isCalled' | 'label'> & { outcome: Outcome };

/** What must be remembered: rows that certainly were not taken may simply be sent again. */
export type Entry = Extract<Outcome, { kind: 'accepted' | 'unknown' }>;

export const isEntry = (result: Result | undefined): result is Entry =>
  result?.kind === 'accepted' || result?.kind === 'unknown';
