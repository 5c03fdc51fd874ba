import type { Stop } from '../../results/WaitItem';
import type { Outcome } from './readCreateAnswer';
import type { Result } from './Result';

/**
 * What the node has ordered: one record for each pass over its input, in the node context. That
 * outlasts sleep, restarts, the tries of "Retry On Fail", and a retry of the execution.
 *
 *     ordering ──all rows are settled, and it waits──▶ waiting ──all have ended──▶ over
 *        │ ▲                                                                       │
 *        └─┘ the next page, or a further try     a person retries, and rows were refused │
 *        ▲──────────────────────────────────────────────────────────────────────────┘
 *
 * All else follows from the rows: what a further try finds, what is waited for, what an execution
 * has spent, which tasks are new. Create stays at "ordering". A tool call is a pass of its own, that
 * never sleeps: n8n runs it again with the same arguments, and an agent's further try asks for it
 * anew.
 */
export interface Pass {
  state: 'ordering' | 'waiting' | 'over';
  rows: Record<string, Row>;
  /**
   * Written ahead: the rows that the next visit of this execution may send. Found by any other, n8n
   * ended in the middle of them, and nobody knows which were taken.
   */
  page?: { itemIndexes: number[]; executionId: string };
  /** How many rows the next page may have. */
  pageSize: number;
  /** Places of the Spending Limit that are taken, and that no video has used yet. */
  places?: string[];
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
  /** The request as text, with names in place of signed links. */
  request: string;
  /** What is to be sent, as JSON, for as long as it is not. */
  body?: string;
  orderKey?: string;
  /** When it came out, in ms since the epoch. */
  atMs: number;
  label?: string;
  /** What was taken of it before, where another request for it was refused since. */
  before?: Row;
}

/** What must be remembered: rows that certainly were not taken may simply be sent again. */
export type Entry = Extract<Outcome, { kind: 'accepted' | 'unknown' }>;

export const isEntry = (result: Result | undefined): result is Entry =>
  result?.kind === 'accepted' || result?.kind === 'unknown';
