import type { Plan } from '../order/planItems';
import type { Limit } from '../order/readLimits';
import type { RowResult } from '../order/RowResult';

/** What is kept of a row. */
export interface LedgerRow extends Omit<Plan, 'result'> {
  result: RowResult;
  executionId: string;
  /** An earlier call of the agent has ordered it. */
  isRepeated?: true;
  /** When it came out, in ms since the epoch. */
  atMs: number;
}

/**
 * What the node has ordered: one record for each pass over its input, in the node context. That
 * outlasts sleep, restarts, the tries of "Retry On Fail", and a retry of the execution. A tool call is
 * a pass of its own.
 */
export interface Pass {
  /** Create and Wait has ordered what it will in this try, and only waits from now on. */
  isOrdered: boolean;
  /** In the order of the input. */
  rows: LedgerRow[];
  /** How many rows the next page may have. */
  pageSize: number;
  /** How many videos the form lets the node order. */
  limits: readonly Limit[];
  /** How many tries of each execution have failed: n8n loses count when the execution sleeps. */
  failedTries: Record<string, number>;
}

/** Of the first page nobody knows how fast it goes, so few rows are at risk. */
export const firstPageSize = 10;
