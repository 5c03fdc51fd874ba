import type { Failure } from '../../errors/Failure';
import type { TaskRecord } from '../../service/ServiceAnswer';

/** What came of sending a row. */
export type Outcome =
  | { kind: 'accepted'; task: TaskRecord }
  /** The service certainly did not take it. */
  | { kind: 'notCreated'; failure: Failure }
  /** It may have been taken; sending again may pay twice. */
  | { kind: 'unknown'; failure: Failure };

/** What became of a row. */
export type Result =
  | Outcome
  /** It has passed all checks, and is to be sent, unless another row fails and the node stops. */
  | { kind: 'planned' }
  /** Only shown, because the row asks for that. */
  | { kind: 'preview'; fingerprint: string }
  /** Not sent, because its key was ordered before: the task of that order. */
  | { kind: 'orderedBefore'; taskId: string };

export interface Row {
  result: Result;
  executionId: string;
  /** The request as text, with names in place of signed links. */
  request: string;
  /** What is to be sent, as JSON, for as long as it is not. */
  body?: string;
  orderKey?: string;
  /** When it came out, in ms since the epoch. */
  atMs: number;
  label?: string;
}

/**
 * What the node has ordered: one record for each pass over its input, in the node context. That
 * outlasts sleep, restarts, the tries of "Retry On Fail", and a retry of the execution. A tool call is
 * a pass of its own.
 */
export interface Pass {
  /** Create and Wait has ordered all that it ever will, and only waits from now on. */
  isOrdered: boolean;
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
  /** How many tries of which execution have failed. */
  failed: { executionId: string; tries: number };
}

/** Of the first page nobody knows how fast it goes, so few rows are at risk. */
export const firstPageSize = 10;

/** What must be remembered: rows that certainly were not taken may simply be sent again. */
export type Entry = Extract<Outcome, { kind: 'accepted' | 'unknown' }>;

export const isEntry = (result: Result | undefined): result is Entry =>
  result?.kind === 'accepted' || result?.kind === 'unknown';

/** Why a row did not get what it asked for; undefined where nothing is wrong. */
export const failureOf = (result: Result): Failure | undefined =>
  'failure' in result ? result.failure : undefined;
