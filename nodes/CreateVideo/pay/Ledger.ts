import { lostPage } from './outcomes';
import { firstPageSize, isEntry, type Entry, type Pass, type Result, type Row } from './Pass';
import type { ToolCall, ToolCalls } from './ToolCalls';

/** What is kept of the passes of a node, in its context. */
export interface Book {
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

/** A row that has passed all checks, or what it came to without being sent. */
export type Planned = Pick<Row, 'result' | 'label' | 'body' | 'orderKey' | 'request'>;

/** The record of one pass of the node over its input. */
export class Ledger {
  readonly pass: Pass;

  constructor(
    private readonly book: Book,
    private readonly visitor: Visitor,
    private readonly toolCalls: ToolCalls,
  ) {
    this.pass = this.findPass();
  }

  private findPass(): Pass {
    const { executionId, passName, toolCall } = this.visitor;
    const failed = { executionId, tries: 0 };
    const fresh: Pass = { isOrdered: false, rows: {}, pageSize: firstPageSize, failed };
    const { passes } = this.book;
    if (toolCall !== undefined) {
      const pass = this.toolCalls.find(toolCall, fresh);
      if (pass === fresh) passes[`call ${Object.keys(passes).length}`] = fresh;
      return pass;
    }
    // A new pass of a loop is new work.
    if (passes[passName] === undefined) this.book.passes = { [passName]: fresh };
    return passes[passName] ?? fresh;
  }

  /** What is known of each row, in the order of the input. */
  get rows(): Row[] {
    return Object.values(this.pass.rows);
  }

  /** The rows that are still to be sent, in order. */
  get planned(): number[] {
    return Object.entries(this.pass.rows).flatMap(([itemIndex, { result }]) =>
      result.kind === 'planned' ? [Number(itemIndex)] : [],
    );
  }

  /** Whether the last visit of this execution wrote ahead what this one is to send. */
  get hasPage(): boolean {
    const { page } = this.pass;
    // A call of the MCP Server Trigger has no ID.
    return page !== undefined && page.executionId === this.visitor.executionId;
  }

  /** The rows that were written ahead for this visit. */
  takePage(): number[] | undefined {
    if (!this.hasPage) return undefined;
    const { itemIndexes } = this.pass.page!;
    delete this.pass.page;
    return itemIndexes;
  }

  /** Writes down which rows the next visit may send. */
  writeAhead(itemIndexes: number[]): void {
    this.pass.page = { itemIndexes, executionId: this.visitor.executionId };
  }

  /** n8n ended while another execution sent its page: nobody knows what came of the rows in it. */
  closeLostPage(): void {
    const { page, rows } = this.pass;
    if (page === undefined || this.hasPage) return;
    delete this.pass.page;
    for (const itemIndex of page.itemIndexes)
      this.settle(itemIndex, lostPage, rows[itemIndex]!.executionId);
  }

  /**
   * What was ordered of a row before, in this pass.
   *
   * @param request - the request as text, by which a tool call is known again
   */
  find(itemIndex: number, request?: string): Entry | undefined {
    const { toolCall } = this.visitor;
    const own = this.pass.rows[itemIndex]?.result;
    if (isEntry(own)) return own;
    if (toolCall === undefined || request === undefined) return undefined;
    // A model that is told of an unknown outcome likes to ask for the same video again.
    const earlier =
      this.findUnanswered(request) ?? this.toolCalls.takeEarlier(toolCall, this.pass, request);
    return isEntry(earlier?.result) ? earlier.result : undefined;
  }

  private findUnanswered(request: string): Row | undefined {
    const newest = Object.values(this.book.passes)
      .flatMap(({ rows }) => rows[0] ?? [])
      .findLast((row) => row.request === request && row.executionId === this.visitor.executionId);
    return newest?.result.kind === 'unknown' ? newest : undefined;
  }

  /** Writes down what is to become of a row, before anything is sent. */
  plan(itemIndex: number, planned: Planned): void {
    const { rows } = this.pass;
    if (rows[itemIndex]?.result === planned.result) return;
    const { executionId } = this.visitor;
    rows[itemIndex] = { ...planned, executionId, atMs: Date.now() };
  }

  /** Writes down what came of a row. */
  settle(itemIndex: number, result: Result, executionId = this.visitor.executionId): void {
    const row = this.pass.rows[itemIndex]!;
    // First of all: whatever throws behind it, the row is not sent again.
    row.result = result;
    row.executionId = executionId;
    delete row.body;
    // A place of the Spending Limit is used up.
    if (isEntry(result)) this.pass.places?.pop();
    row.atMs = Date.now();
  }

  /** Notes down a try of this execution that has failed. */
  noteFailedTry(): void {
    this.pass.failed = { executionId: this.visitor.executionId, tries: this.failedTries + 1 };
  }

  /** How many tries of this execution have failed. n8n loses count when the execution sleeps. */
  get failedTries(): number {
    const { executionId, tries } = this.pass.failed;
    return executionId === this.visitor.executionId ? tries : 0;
  }
}
