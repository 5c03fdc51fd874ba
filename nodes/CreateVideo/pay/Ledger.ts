import type { Stop } from '../../results/WaitItem';
import { briefTask } from '../../tasks/briefTask';
import { isEntry, type Entry, type Pass, type Row } from './Pass';
import { firstPageSize } from './pageSize';
import { lostWithPage } from './readCreateAnswer';
import type { Result } from './Result';
import { findCall, takeEarlierCall, type ToolCall } from './toolCalls';

/** What is kept of all passes of a node, in its context. */
export interface Book {
  passes: Record<string, Pass>;
  /** Videos of this execution in passes that are gone. */
  spent: { executionId: string; count: number };
}

/** Who asks for the ledger. */
export interface Visitor {
  executionId: string;
  /** Names the pass over the input. */
  passName: string;
  /** The form of the node as text, expressions as they stand. */
  form: string;
  /** The call of an AI agent that the node answers, where it is one. */
  toolCall?: ToolCall | undefined;
}

/** A row that has passed all checks, or what it came to without being sent. */
export type Planned = Pick<Row, 'label' | 'body' | 'orderKey' | 'request'> & {
  result: Result;
};

/** The record of one pass of the node over its input. */
export class Ledger {
  readonly pass: Pass;

  constructor(
    private readonly book: Book,
    private readonly visitor: Visitor,
  ) {
    const { executionId } = visitor;
    if (book.spent.executionId !== executionId) book.spent = { executionId, count: 0 };
    this.pass = this.findPass();
  }

  private findPass(): Pass {
    const { executionId, passName, toolCall } = this.visitor;
    const fresh: Pass = {
      state: 'ordering',
      rows: {},
      pageSize: firstPageSize,
      failed: { executionId, tries: 0 },
    };
    const { passes } = this.book;
    if (toolCall !== undefined) {
      const known = findCall(toolCall, fresh);
      if (known === fresh) passes[`call ${Object.keys(passes).length}`] = fresh;
      return known;
    }
    const known = passes[passName];
    if (known !== undefined) return known;
    // A new pass of a loop is new work, so older ones go that nobody waits for.
    const open = Object.entries(passes).filter(([, pass]) => !isOver(pass));
    this.book.spent.count += this.countSpent(Object.values(passes).filter(isOver));
    this.book.passes = { ...Object.fromEntries(open), [passName]: fresh };
    return fresh;
  }

  private countSpent(passes: readonly Pass[]): number {
    const isSpent = ({ executionId, result }: Row) =>
      executionId === this.visitor.executionId && (isEntry(result) || result.kind === 'planned');
    const rows = passes.flatMap((pass) => Object.values(pass.rows));
    return rows.filter(isSpent).length;
  }

  /** Whether nothing is known of any row yet. */
  get isNew(): boolean {
    return Object.keys(this.pass.rows).length === 0;
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
    if (page === undefined || page.executionId === this.visitor.executionId) return;
    delete this.pass.page;
    for (const itemIndex of page.itemIndexes) {
      const row = rows[itemIndex];
      if (row?.result.kind !== 'planned') continue;
      this.settle(itemIndex, lostWithPage);
      rows[itemIndex]!.executionId = row.executionId;
    }
  }

  /** The rows that are still to be sent, in order. */
  get planned(): number[] {
    return Object.entries(this.pass.rows).flatMap(([itemIndex, { result }]) =>
      result.kind === 'planned' ? [Number(itemIndex)] : [],
    );
  }

  /**
   * What was ordered of a row before, in this pass.
   *
   * @param request - the request as text; where a person has changed the form since, only an equal
   *   one counts, while a further try counts even where an expression gives another value now
   */
  find(itemIndex: number, request?: string): Entry | undefined {
    const { executionId, form, toolCall } = this.visitor;
    const { [itemIndex]: newest } = this.pass.rows;
    for (const row of [newest, newest?.before]) {
      const isFurtherTry = row?.executionId === executionId || row?.form === form;
      if (row && isEntry(row.result) && (isFurtherTry || row.request === request))
        return row.result;
    }
    if (toolCall === undefined || request === undefined) return undefined;
    // A model that is told of an unknown outcome likes to ask for the same video again.
    const earlier = this.findUnanswered(request) ?? takeEarlierCall(toolCall, this.pass, request);
    return isEntry(earlier?.result) ? earlier.result : undefined;
  }

  private findUnanswered(request: string): Row | undefined {
    const newest = Object.values(this.book.passes)
      .flatMap(({ rows }) => rows[0] ?? [])
      .findLast((row) => row.request === request && row.executionId === this.visitor.executionId);
    return newest?.result.kind === 'unknown' ? newest : undefined;
  }

  /** What this execution was told of a row that certainly was not taken. */
  findRefusal(itemIndex: number): Result | undefined {
    const row = this.pass.rows[itemIndex];
    const isOwn = row?.executionId === this.visitor.executionId;
    return isOwn && row.result.kind === 'notCreated' ? row.result : undefined;
  }

  /** Writes down what is to become of a row, before anything is sent. */
  plan(itemIndex: number, { result, ...planned }: Planned): void {
    const known = this.pass.rows[itemIndex];
    const taken = isEntry(known?.result) ? known : known?.before;
    const { label } = planned;
    const more = label === undefined ? {} : { label };
    if (taken !== undefined && result === taken.result)
      this.pass.rows[itemIndex] = { ...taken, ...more };
    else
      this.pass.rows[itemIndex] = {
        ...this.rowOf(result),
        ...planned,
        ...(taken !== undefined && { before: taken }),
      };
  }

  /** Writes down what came of a row. */
  settle(itemIndex: number, result: Result): void {
    const { before, ...row } = this.pass.rows[itemIndex]!;
    delete row.body;
    // A place of the Spending Limit is used up.
    if (isEntry(result)) this.pass.places?.pop();
    const { result: kept, atMs, executionId, form } = this.rowOf(result);
    this.pass.rows[itemIndex] = {
      ...row,
      ...{ result: kept, atMs, executionId, form },
      // A new video takes the place of the one before, and a refusal does not.
      ...(!isEntry(result) && before !== undefined && { before }),
    };
  }

  /** Writes down that the rows that are still planned are not sent in this try. */
  leaveUntried(): void {
    for (const itemIndex of this.planned) this.settle(itemIndex, { kind: 'notTried' });
  }

  private rowOf(result: Result): Row {
    const { executionId, form } = this.visitor;
    const kept = result.kind === 'accepted' ? { ...result, task: briefTask(result.task) } : result;
    return { result: kept, executionId, form, request: '', atMs: Date.now() };
  }

  /** Notes down that all rows are settled, and that what was made is waited for. */
  beginWait(stop?: Stop): void {
    // Of a call of an agent, a further try asks for what it ordered.
    if (this.visitor.toolCall !== undefined) return;
    delete this.pass.stop;
    if (stop !== undefined) this.pass.stop = stop;
    this.pass.state = 'waiting';
  }

  /** Notes down that nothing of the pass is waited for any more. */
  endWait(): void {
    if (this.visitor.toolCall !== undefined) return;
    this.pass.state = 'over';
    this.pass.endedIn = this.visitor.executionId;
  }

  /** Notes down a try of this execution that has failed. @returns how many have, with it */
  noteFailedTry(): number {
    const { executionId } = this.visitor;
    this.pass.failed = { executionId, tries: this.failedTries + 1 };
    return this.pass.failed.tries;
  }

  /** How many tries of this execution have failed. n8n loses count when the execution sleeps. */
  get failedTries(): number {
    const { executionId, tries } = this.pass.failed;
    return executionId === this.visitor.executionId ? tries : 0;
  }

  /** Videos that this execution has made, may have made, or is about to make. */
  get spent(): number {
    return this.book.spent.count + this.countSpent(Object.values(this.book.passes));
  }
}

const isOver = ({ state }: Pass) => state !== 'waiting';
