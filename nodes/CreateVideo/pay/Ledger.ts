import { taskField } from '../../generated/contract';
import { maySend } from './maySend';
import type { CountedVideos } from '../claim/limits';
import { mayBeCharged, type RowState } from '../order/orderOutcome';
import type { Limit } from '../fields/options';
import type { Plan } from '../order/planItems';

/** What is known about a row. */
export interface LedgerRow extends Plan {
  /** The execution that wrote its state. */
  executionId: string;
  /** An earlier call of the agent ordered it. */
  isRepeated?: true;
  /** When its state was written, in ms since the epoch. */
  atMs: number;
}

/**
 * What a visit has to do: check all rows and write down which ones to send, send them page by page,
 * wait for the videos, or give out the tasks at once. Once it waits, no row is sent any more: if n8n
 * was killed then, another execution would send the row again.
 */
export type Phase = 'plan' | 'order' | 'wait' | 'giveOut';

/**
 * What the node has ordered in one pass over its input. It is kept in the node context, which outlasts
 * sleep, restarts, the tries of "Retry On Fail", and a retry of the execution.
 */
export interface Pass {
  phase: Phase;
  /** In the order of the input. */
  rows: LedgerRow[];
  /** Whether the execution is stored before each page is sent. */
  isPaged: boolean;
  /** How many rows the next page may have. */
  pageSize: number;
  limits: readonly Limit[];
  /** By execution, because n8n loses count when the execution sleeps. */
  failedTries: Record<string, number>;
}

/** Few rows are at risk while nobody knows how fast the service is. */
export const firstPageSize = 10;

/** What the node context holds. */
export interface StoredPasses extends CountedVideos {
  /** The execution that all others are retries of. */
  origin?: string;
  passes: Record<string, Pass>;
}

/** The visit that opens the ledger. */
export interface Visit {
  executionId: string;
  passName: string;
  /** Whether an AI agent calls the node: each call is a pass of its own. */
  isTool: boolean;
  /** n8n's "Max. Tries", which n8n itself counts anew after each sleep. */
  mostTries?: number;
}

/** Whether a request of the newest passes may have left. */
export const mayHaveSent = ({ passes }: StoredPasses): boolean =>
  Object.values(passes).some(({ rows }) =>
    rows.some(({ state }) => state.kind === 'sending' || mayBeCharged(state)),
  );

/** The record of one pass. */
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
    // Another try orders what wasn't taken, and so does another execution after a lost page.
    const isLost = this.pass.phase === 'order' && this.page.length === 0;
    if (isLost || this.pass.phase === 'giveOut') this.pass.phase = 'plan';
  }

  get rows(): LedgerRow[] {
    return this.pass.rows;
  }

  /** The rows that are still to be sent. */
  get planned(): number[] {
    return this.where(({ state }) => state.kind === 'planned');
  }

  /** The rows that an earlier visit of this execution wrote ahead for this one to send. */
  get page(): number[] {
    const { executionId } = this.visit;
    return this.where((row) => row.state.kind === 'sending' && row.executionId === executionId);
  }

  get taskIds(): string[] {
    return this.rows.flatMap(({ state }) =>
      state.kind === 'accepted' ? [String(state.task[taskField.id])] : [],
    );
  }

  /** Whether a row has failed in this execution: who retries an earlier one wants the other rows. */
  get hasFailure(): boolean {
    const { executionId } = this.visit;
    return this.rows.some((row) => 'failure' in row.state && row.executionId === executionId);
  }

  get hasTriesLeft(): boolean {
    const { executionId, mostTries = Infinity } = this.visit;
    return (this.pass.failedTries[executionId] ?? 0) < mostTries;
  }

  /** Notes that this try failed: the next one may order what wasn't taken. */
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

  /** Writes ahead that rows may be sent, or takes that back for those that haven't left. */
  mark(page: readonly number[], kind: 'planned' | 'sending'): void {
    for (const itemIndex of page) {
      const row = this.rows[itemIndex]!;
      if ('body' in row.state) row.state = { kind, body: row.state.body };
    }
  }

  /** Writes down what the checks made of a row, unless more is known about it. */
  plan(itemIndex: number, row: Plan): void {
    const { executionId } = this.visit;
    const before = this.rows[itemIndex];
    const record = maySend({
      record: before?.state,
      isOfOtherExecution: before?.executionId !== executionId,
      hasKey: row.orderKey !== undefined && row.orderKey === before?.orderKey,
    });
    if (typeof record === 'object') {
      before!.state = record;
      return;
    }
    const call = maySend({ call: this.findCall(row) });
    this.rows[itemIndex] = { ...row, executionId, atMs: Date.now() };
    if (typeof call === 'object') this.takeOver(itemIndex, call);
  }

  /** What an earlier call of the agent got for the same request, perhaps in an execution that is retried. */
  private findCall({ state, fingerprint }: Plan) {
    if (!this.visit.isTool || state.kind !== 'planned') return undefined;
    return Object.values(this.stored.passes)
      .flatMap(({ rows: [call] }) => (call && call.fingerprint === fingerprint ? call.state : []))
      .findLast(mayBeCharged);
  }

  /** Writes down what another execution, call or visit has ordered for a row. */
  takeOver(itemIndex: number, state: RowState): void {
    this.settle(itemIndex, state);
    if (this.visit.isTool) this.rows[itemIndex]!.isRepeated = true;
  }

  /** Forgets a call that was answered, if n8n would keep it for days, as behind an MCP server. */
  close(): void {
    const { isTool, executionId, passName } = this.visit;
    if (isTool && !executionId) delete this.stored.passes[passName];
  }

  settle(itemIndex: number, state: RowState): void {
    const row = this.rows[itemIndex]!;
    // First of all, so that the row isn't sent again whatever throws later.
    row.state = state;
    row.executionId = this.visit.executionId;
    row.atMs = Date.now();
  }
}
