import { taskField } from '../../generated/contract';
import { fail } from './outcomes';
import { firstPageSize, isEntry, type Entry, type Pass, type Result, type Row } from './Pass';
import type { ToolCall, ToolCalls } from './ToolCalls';

/** What is kept of the passes of a node, in its context. */
export interface StoredPasses {
  passes: Record<string, Pass>;
}

/** Who asks for the ledger. */
export interface Visitor {
  executionId: string;
  /** Names the pass over the input. */
  passName: string;
  /** The call of an AI agent that the node answers, where it is one. */
  toolCall?: ToolCall | undefined;
}

/** The record of one pass of the node over its input. */
export class Ledger {
  readonly pass: Pass;

  constructor(
    private readonly stored: StoredPasses,
    private readonly visitor: Visitor,
    private readonly toolCalls: ToolCalls,
  ) {
    const { passName, toolCall } = visitor;
    const fresh: Pass = { isOrdered: false, rows: {}, pageSize: firstPageSize, failedTries: {} };
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
  get rows(): Row[] {
    return Object.values(this.pass.rows);
  }

  /** The rows that are still to be sent, in order. */
  get planned(): number[] {
    return this.where(({ result }) => result.kind === 'planned');
  }

  /** The rows that an earlier visit of this execution wrote ahead for this one to send. */
  get page(): number[] {
    const { executionId } = this.visitor;
    return this.where((row) => row.result.kind === 'sending' && row.executionId === executionId);
  }

  /** Every task that was ordered, in the order of the rows. */
  get taskIds(): string[] {
    return this.rows.flatMap(({ result }) =>
      result.kind === 'accepted' ? [String(result.task[taskField.id])] : [],
    );
  }

  private where(holds: (row: Row) => boolean): number[] {
    const found = Object.entries(this.pass.rows).filter(([, row]) => holds(row));
    return found.map(([itemIndex]) => Number(itemIndex));
  }

  /** Writes ahead that rows may be sent, or takes back those that have not left. */
  mark(page: readonly number[], kind: 'planned' | 'sending'): void {
    for (const itemIndex of page) {
      const row = this.pass.rows[itemIndex]!;
      if ('body' in row.result) row.result = { kind, body: row.result.body };
    }
  }

  /** n8n ended while another execution sent its page: nobody knows what came of the rows in it. */
  closeLostPage(): void {
    const { executionId } = this.visitor;
    for (const itemIndex of this.where(({ result }) => result.kind === 'sending')) {
      const row = this.pass.rows[itemIndex]!;
      if (row.executionId !== executionId)
        this.settle(itemIndex, fail('lostPage'), row.executionId);
    }
  }

  /**
   * What was ordered of a row before, in this pass.
   *
   * @param request - the request as text, by which a tool call is known again
   */
  find(itemIndex: number, request: string | undefined): Entry | undefined {
    const { executionId, toolCall } = this.visitor;
    const own = this.pass.rows[itemIndex]?.result;
    if (isEntry(own)) return own;
    if (toolCall === undefined || request === undefined) return undefined;
    const alike = Object.values(this.stored.passes).filter(
      ({ rows }) => rows[0]?.request === request && rows[0].executionId === executionId,
    );
    return this.toolCalls.findEarlier(toolCall, alike);
  }

  /** Writes down what is to become of a row, before anything is sent. */
  plan(itemIndex: number, row: Omit<Row, 'executionId' | 'atMs'>): void {
    const { rows } = this.pass;
    if (rows[itemIndex]?.result === row.result) return;
    rows[itemIndex] = { ...row, executionId: this.visitor.executionId, atMs: Date.now() };
  }

  /** Writes down what came of a row. */
  settle(itemIndex: number, result: Result, executionId = this.visitor.executionId): void {
    const row = this.pass.rows[itemIndex]!;
    // First of all: whatever throws behind it, the row is not sent again.
    row.result = result;
    row.executionId = executionId;
    // A place of the Spending Limit is used up.
    if (isEntry(result)) this.pass.places?.pop();
    row.atMs = Date.now();
  }
}
