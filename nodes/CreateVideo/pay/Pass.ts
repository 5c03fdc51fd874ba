import type { Limit } from '../fields/options';
import type { Plan } from '../order/planItems';

/** What is kept of a row. */
export interface LedgerRow extends Plan {
  executionId: string;
  /** An earlier call of the agent has ordered it. */
  isRepeated?: true;
  /** When it came out, in ms since the epoch. */
  atMs: number;
}

/**
 * What a visit has to do:
 *
 * - `plan`: to check every row, and to write down which are to be sent
 * - `order`: to send these, page after page
 * - `wait`: to wait for what was ordered. No row is sent any more: n8n could be killed while it is
 *   awake for that, and would send it a second time.
 * - `giveOut`: to give out the tasks without waiting
 */
export type Phase = 'plan' | 'order' | 'wait' | 'giveOut';

/**
 * What the node has ordered: one record for each pass over its input, in the node context. That
 * outlasts sleep, restarts, the tries of "Retry On Fail", and a retry of the execution. A tool call is
 * a pass of its own.
 */
export interface Pass {
  phase: Phase;
  /** In the order of the input. */
  rows: LedgerRow[];
  /** Whether the execution is to be stored before a page is sent. */
  isPaged: boolean;
  /** How many rows the next page may have. */
  pageSize: number;
  /** How many videos the form lets the node order. */
  limits: readonly Limit[];
  /** How many tries of each execution have failed: n8n loses count when the execution sleeps. */
  failedTries: Record<string, number>;
}

/** Of the first page nobody knows how fast it goes, so few rows are at risk. */
export const firstPageSize = 10;
