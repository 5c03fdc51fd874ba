import type { IExecuteFunctions, INodeExecutionData, IDataObject } from 'n8n-workflow';
import type { Stop } from '../../results/WaitItem';
import type { Paid } from '../../errors/Failure';
import { setNewest } from '../../memory/setNewest';
import { earlierOutput, isOnEngine2 } from '../../n8n/engineOf';
import { isToolCall } from '../../n8n/toolCall';
import { readPass } from '../../n8n/readPass';
import { bareTask, briefTask } from '../../tasks/briefTask';
import { ordersKey } from '../../tasks/createdTasks';
import type { Result } from './Result';
import { maySend } from './maySend';
import { isEntry, type Entry, type Pass, type Row, type Sent } from './Pass';
import type { Outcome } from './readCreateAnswer';
import { findCall, takeEarlierCall } from './toolCalls';

interface Book {
  passes: Record<string, Pass>;
  /** Requests of this execution that made a task, may have, or are about to. */
  spent: { executionId: string; count: number };
}

/**
 * Requests of this process, by execution and row. n8n can start an execution a second time from a
 * state that it stored before they were sent, and nothing in that state knows of them.
 */
const sentRequests = new Map<string, Promise<Outcome | undefined>>();
const mostRemembered = 10_000;

/** The record of the running node, in this pass over its input. */
export class Orders {
  readonly pass: Pass;
  private readonly book: Book;
  private readonly executionId: string;
  private readonly isToolCall: boolean;
  private readonly form: string;
  /** What was spent in rounds of a loop that the node context knows nothing of. */
  private readonly spentBefore: number;

  constructor(private readonly context: IExecuteFunctions) {
    this.executionId = context.getExecutionId();
    this.isToolCall = isToolCall(context);
    this.form = JSON.stringify(context.getNode().parameters);
    const stored = context.getContext('node');
    const { executionId } = this;
    this.book = (stored[ordersKey] as Book | undefined) ?? {
      passes: {},
      spent: { executionId, count: 0 },
    };
    stored[ordersKey] = this.book;
    if (this.book.spent.executionId !== executionId) this.book.spent = { executionId, count: 0 };
    this.spentBefore = isOnEngine2(context) ? countSpent(earlierOutput(context)) : 0;
    this.pass = this.findPass();
  }

  private findPass(): Pass {
    const failed = { executionId: this.executionId, tries: 0 };
    const pass: Pass = { state: 'ordering', rows: {}, failed };
    const { passes } = this.book;
    if (this.isToolCall) {
      const known = findCall(this.context, pass);
      if (known !== pass) return known;
      passes[`call ${Object.keys(passes).length}`] = pass;
      return pass;
    }
    const name = readPass(this.context);
    const known = passes[name];
    if (known !== undefined) return known;
    // A new pass of a loop is new work, so older ones go that nobody waits for.
    const open = Object.entries(passes).filter(([, { state }]) => state === 'waiting');
    this.book.passes = { ...Object.fromEntries(open), [name]: pass };
    return this.book.passes[name]!;
  }

  /**
   * What was ordered of a row before, in this pass.
   *
   * @param request - the request as text; where a person has changed the form since, only an equal
   *   one counts, while a further try counts even where an expression gives another value now
   */
  find(itemIndex: number, request?: string): Entry | undefined {
    const { [itemIndex]: newest } = this.pass.rows;
    for (const row of [newest, newest?.before]) {
      const isFurtherTry = row?.executionId === this.executionId || row?.form === this.form;
      if (row && isEntry(row.result) && (isFurtherTry || row.request === request))
        return row.result;
    }
    if (!this.isToolCall || request === undefined) return undefined;
    // A model that is told of an unknown outcome likes to ask for the same video again.
    const result = (
      this.findUnanswered(request) ?? takeEarlierCall(this.context, this.pass, request)
    )?.result;
    return isEntry(result) ? result : undefined;
  }

  private findUnanswered(request: string): Row | undefined {
    const newest = Object.values(this.book.passes)
      .flatMap(({ rows }) => rows[0] ?? [])
      .findLast((row) => row.request === request && row.executionId === this.executionId);
    return newest?.result.kind === 'unknown' ? newest : undefined;
  }

  /**
   * Sends a row's request, unless this process has sent it before and the state that n8n started the
   * execution from is older: then what became of it there is the answer.
   *
   * @param send - resolves to undefined when nothing was sent
   */
  async sendUnlessSent(
    itemIndex: number,
    send: () => Promise<Outcome | undefined>,
  ): Promise<Outcome | undefined> {
    const isNew = !isEntry(this.pass.rows[itemIndex]?.result);
    // Executions of a workflow that is not saved have no id.
    if (this.isToolCall || !isNew || !this.executionId) return await send();
    const place = [this.executionId, this.context.getNode().name, readPass(this.context)];
    const key = JSON.stringify([...place, itemIndex]);
    const earlier = await sentRequests.get(key);
    if (!maySend({ earlier }).may) return earlier;
    const sent = send();
    const remembered = sent.then(toMemory, () => undefined);
    setNewest(sentRequests, key, remembered, mostRemembered);
    return await sent;
  }

  record(itemIndex: number, { outcome, ...sent }: Sent): void {
    if (!isEntry(outcome)) return;
    this.pass.rows[itemIndex] = { ...this.rowOf(outcome), ...sent };
  }

  private rowOf(result: Result): Row {
    const { executionId, form } = this;
    const kept = result.kind === 'accepted' ? { ...result, task: briefTask(result.task) } : result;
    return { result: kept, executionId, form, request: '', atMs: Date.now() };
  }

  /** Notes down what came of each row, before the node waits for what was made. */
  beginWait(rows: ReadonlyArray<Pick<Row, 'result' | 'label' | 'timeoutMs'>>, stop?: Stop): Pass {
    const pass = this.isToolCall ? { ...this.pass, rows: { ...this.pass.rows } } : this.pass;
    for (const [itemIndex, { result, ...more }] of rows.entries()) {
      const known = pass.rows[itemIndex];
      const taken = isEntry(known?.result) ? known : known?.before;
      if (isEntry(result) && taken?.result.kind === result.kind)
        pass.rows[itemIndex] = { ...taken, ...(result.kind === 'unknown' && { result }), ...more };
      else
        pass.rows[itemIndex] = { ...this.rowOf(result), ...more, ...(taken && { before: taken }) };
    }
    delete pass.stop;
    if (stop !== undefined) pass.stop = stop;
    pass.state = 'waiting';
    return pass;
  }

  /** Notes down that nothing of the pass is waited for any more. */
  endWait(): void {
    this.pass.state = 'over';
    this.pass.endedIn = this.executionId;
  }

  /** Notes down a try of this execution that has failed. @returns how many have, with it */
  noteFailedTry(): number {
    const { failed } = this.pass;
    const tries = failed.executionId === this.executionId ? failed.tries + 1 : 1;
    this.pass.failed = { executionId: this.executionId, tries };
    return tries;
  }

  /** Videos that this execution has made, may have made, or is about to make. */
  get spent(): number {
    return this.book.spent.count + this.spentBefore;
  }

  /** Counts requests as spent: parallel tool calls share a limit. @param count - less than 0 gives back */
  spend(count: number): void {
    this.book.spent.count += count;
  }
}

/** The pass that an earlier visit has ordered; calls of an agent, which never sleep, have none. */
export function findOrdered(context: IExecuteFunctions): Pass | undefined {
  const book = context.getContext('node')[ordersKey] as Book | undefined;
  const pass = isToolCall(context) ? undefined : book?.passes[readPass(context)];
  return pass?.state === 'ordering' ? undefined : pass;
}

/** What this process remembers of an outcome: of thousands, as little as can be, and a copy. */
function toMemory(outcome: Outcome | undefined): Outcome | undefined {
  if (outcome === undefined) return undefined;
  const brief =
    outcome.kind === 'accepted' ? { ...outcome, task: bareTask(outcome.task) } : outcome;
  return JSON.parse(JSON.stringify(brief)) as Outcome;
}

/** The items that a video was made for, or may have been. */
function countSpent(items: readonly INodeExecutionData[]): number {
  const paidOf = ({ json }: INodeExecutionData) =>
    (json.paid ?? (json.details as IDataObject | undefined)?.paid) as Paid | undefined;
  return items.filter((item) => ['yes', 'unknown'].includes(paidOf(item) ?? 'no')).length;
}
