import { taskField } from '../../generated/contract';
import { maySend } from './maySend';
import type { CountedVideos } from '../claim/limits';
import { mayBeCharged, type RowResult } from '../order/orderOutcome';
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

/** What is kept of the passes of a node, in its context. */
export interface StoredPasses extends CountedVideos {
  passes: Record<string, Pass>;
}

/** The visit of the node that asks for the ledger. */
export interface Visit {
  executionId: string;
  /** Names the pass over the input. */
  passName: string;
  /** Whether an AI agent calls the node: each call is a pass of its own. */
  isTool: boolean;
  /** What n8n makes of the setting "Max. Tries". It counts anew whenever the execution has slept. */
  mostTries?: number;
}

/** Whether a request of the node's newest passes has left, or may have. */
export const mayHaveSent = ({ passes }: StoredPasses): boolean =>
  Object.values(passes).some(({ rows }) =>
    rows.some(({ result }) => result.kind === 'sending' || mayBeCharged(result)),
  );

/** The record of one pass of the node over its input. */
export class Ledger {
  readonly pass: Pass;

  constructor(
    private readonly stored: StoredPasses,
    private readonly visit: Visit,
  ) {
    const { isTool, passName } = visit;
    // A new pass of a loop is new work.
    if (!isTool && stored.passes[passName] === undefined) stored.passes = {};
    this.pass = stored.passes[passName] ??= {
      phase: 'plan',
      rows: [],
      isPaged: false,
      pageSize: firstPageSize,
      limits: [],
      failedTries: {},
    };
    // Another try orders what was not taken; so does another execution, behind a page that was lost.
    const isLost = this.pass.phase === 'order' && this.page.length === 0;
    if (isLost || this.pass.phase === 'giveOut') this.pass.phase = 'plan';
  }

  /** What is known of each row, in the order of the input. */
  get rows(): LedgerRow[] {
    return this.pass.rows;
  }

  /** The rows that are still to be sent, in order. */
  get planned(): number[] {
    return this.where(({ result }) => result.kind === 'planned');
  }

  /** The rows that an earlier visit of this execution wrote ahead for this one to send. */
  get page(): number[] {
    const { executionId } = this.visit;
    return this.where((row) => row.result.kind === 'sending' && row.executionId === executionId);
  }

  /** Every task that was ordered, in the order of the rows. */
  get taskIds(): string[] {
    return this.rows.flatMap(({ result }) =>
      result.kind === 'accepted' ? [String(result.task[taskField.id])] : [],
    );
  }

  /** Whether this execution has found a row wrong: a person who retries an earlier one wants the others. */
  get hasFailure(): boolean {
    const { executionId } = this.visit;
    return this.rows.some((row) => 'failure' in row.result && row.executionId === executionId);
  }

  get hasTriesLeft(): boolean {
    const { executionId, mostTries = Infinity } = this.visit;
    return (this.pass.failedTries[executionId] ?? 0) < mostTries;
  }

  /** Ends a try that has failed: the next one may order what was not taken. */
  endTry(): void {
    const { failedTries } = this.pass;
    const { executionId } = this.visit;
    this.pass.phase = 'plan';
    failedTries[executionId] = (failedTries[executionId] ?? 0) + 1;
  }

  rowsAt(itemIndexes: readonly number[]) {
    return itemIndexes.map((itemIndex) => ({ ...this.rows[itemIndex]!, itemIndex }));
  }

  private where(holds: (row: LedgerRow) => boolean): number[] {
    return this.rows.flatMap((row, itemIndex) => (holds(row) ? itemIndex : []));
  }

  /** Writes ahead that rows may be sent, or takes back those that have not left. */
  mark(page: readonly number[], kind: 'planned' | 'sending'): void {
    for (const itemIndex of page) {
      const row = this.rows[itemIndex]!;
      if ('body' in row.result) row.result = { kind, body: row.result.body };
    }
  }

  /** Writes down what is to become of a row, before anything is sent. */
  plan(itemIndex: number, row: Omit<LedgerRow, 'executionId' | 'atMs'>): void {
    const { executionId } = this.visit;
    const before = this.rows[itemIndex];
    const record = maySend({
      record: before?.result,
      isOfOtherExecution: before?.executionId !== executionId,
      hasKey: row.orderKey !== undefined && row.orderKey === before?.orderKey,
    });
    if (typeof record === 'object') {
      before!.result = record;
      return;
    }
    const call = maySend({ call: this.findCall(row) });
    this.rows[itemIndex] = { ...row, executionId, atMs: Date.now() };
    if (typeof call === 'object') this.takeOver(itemIndex, call);
  }

  /** What an earlier call of the agent got for the same request, also in the execution that this one retries. */
  private findCall({ result, fingerprint }: Pick<LedgerRow, 'result' | 'fingerprint'>) {
    if (!this.visit.isTool || result.kind !== 'planned') return undefined;
    return Object.values(this.stored.passes)
      .flatMap(({ rows: [call] }) => (call && call.fingerprint === fingerprint ? call.result : []))
      .findLast(mayBeCharged);
  }

  /** Writes down that a row comes to what was ordered before it: by another execution, call or visit. */
  takeOver(itemIndex: number, result: RowResult): void {
    this.settle(itemIndex, result);
    if (this.visit.isTool) this.rows[itemIndex]!.isRepeated = true;
  }

  /** Forgets a call that is answered, where n8n keeps what is stored for calls of days to come. */
  close(): void {
    const { isTool, executionId, passName } = this.visit;
    if (isTool && !executionId) delete this.stored.passes[passName];
  }

  /** Writes down what came of a row. */
  settle(itemIndex: number, result: RowResult): void {
    const row = this.rows[itemIndex]!;
    // First of all: whatever throws behind it, the row is not sent again.
    row.result = result;
    row.executionId = this.visit.executionId;
    row.atMs = Date.now();
  }
}
