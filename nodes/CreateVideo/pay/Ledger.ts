import { taskField } from '../../generated/contract';
import { maySend } from './maySend';
import { firstPageSize, mayBeCharged, type LedgerRow, type Pass, type RowResult } from './Pass';
import type { ToolCall, ToolCalls } from './ToolCalls';

/** What is kept of the passes of a node, in its context. */
export interface StoredPasses {
  passes: Record<string, Pass>;
  /** How many videos the node may have ordered in this execution, in all its passes. */
  videos?: { executionId: string; count: number };
}

/** The visit of the node that asks for the ledger. */
export interface Visit {
  executionId: string;
  /** Names the pass over the input. */
  passName: string;
  /** The call of an AI agent that the node answers, where it is one. */
  toolCall?: ToolCall | undefined;
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
    private readonly toolCalls: ToolCalls,
  ) {
    const { passName, toolCall } = visit;
    const of = { isOrdered: false, rows: [], limits: [], failedTries: {} };
    const fresh: Pass = { ...of, pageSize: firstPageSize };
    if (toolCall === undefined) {
      // A new pass of a loop is new work.
      if (stored.passes[passName] === undefined) stored.passes = { [passName]: fresh };
      this.pass = stored.passes[passName] ?? fresh;
    } else {
      this.pass = toolCalls.find(toolCall, fresh);
      if (this.pass === fresh) stored.passes[`call ${Object.keys(stored.passes).length}`] = fresh;
    }
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
    const call = maySend({ call: this.findEarlierCall(row.fingerprint) });
    const result = typeof call === 'object' ? call : row.result;
    this.rows[itemIndex] = { ...row, result, executionId, atMs: Date.now() };
  }

  /** What an earlier tool call got for the same request, also in the execution that this one retries. */
  private findEarlierCall(fingerprint: string) {
    const { executionId, toolCall } = this.visit;
    if (toolCall === undefined) return undefined;
    const alike = Object.values(this.stored.passes).filter(
      ({ rows: [row] }) => row?.fingerprint === fingerprint,
    );
    return this.toolCalls.findEarlier(toolCall, alike, executionId);
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
