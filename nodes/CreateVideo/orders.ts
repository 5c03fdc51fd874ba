import type { IExecuteFunctions, INodeExecutionData, IDataObject } from 'n8n-workflow';
import type { Stop } from '../delivery/WaitItem';
import type { Paid } from '../errors/Failure';
import { setNewest } from '../memory/setNewest';
import { earlierOutput, isOnEngine2 } from '../n8n/engineOf';
import { isToolCall } from '../n8n/isToolCall';
import { readAgentTry } from '../n8n/readAgentTry';
import { readPass } from '../n8n/readPass';
import { bareTask, briefTask } from '../tasks/briefTask';
import { ordersKey } from '../tasks/createdTasks';
import type { Result } from './createVideos';
import { maySend } from './maySend';
import type { Outcome } from './readOutcome';

/**
 * What the node has ordered: one record for each pass over its input, in the node context. That
 * outlasts sleep, restarts, the tries of "Retry On Fail", and a retry of the execution.
 *
 *     ordering ──all rows are settled, and it waits──▶ waiting ──all have left──▶ over
 *        │ ▲                                                                       │
 *        └─┘ a further try                  a person retries, and rows were refused │
 *        ▲──────────────────────────────────────────────────────────────────────────┘
 *
 * All else follows from the rows: what a further try finds, what is waited for, what an execution
 * has spent, which tasks are new. Create stays at "ordering". A tool call is a pass of its own, that
 * never waits: n8n runs it again with the same arguments, and an agent's further try asks for it
 * anew.
 */
export interface Pass {
  state: 'ordering' | 'waiting' | 'over';
  rows: Record<string, Row>;
  /** Why the node fails when all that was created has been waited for. */
  stop?: Stop;
  /** The execution in which it was over. */
  endedIn?: string;
  /** How many tries of which execution have failed. */
  failed: { executionId: string; tries: number };
}

/** What came of a row. */
export interface Row {
  result: Result;
  executionId: string;
  /** The form of the node, expressions as they stand. */
  form: string;
  /** The request as text. */
  request: string;
  /** When it came out, in ms since the epoch. */
  atMs: number;
  /** Whether the service was asked to call this execution when the task has ended. */
  isCalled?: boolean;
  label?: string;
  timeoutMs?: number;
  /** What was taken of it before, where another request for it was refused since. */
  before?: Row;
}

/** What a row may come to while it is sent: the rest of it is known. */
export type Sent = Pick<Row, 'request' | 'isCalled'> & { outcome: Outcome };

/** What must be remembered: rows that certainly were not taken may simply be sent again. */
type Entry = Extract<Outcome, { kind: 'accepted' | 'unknown' }>;

interface Book {
  passes: Record<string, Pass>;
  /** Requests of this execution that made a task, may have, or are about to. */
  spent: { executionId: string; count: number };
}

/** The passes of tool calls by their arguments, and by agent: they live as long as n8n keeps those. */
const passesOfCalls = new WeakMap<object, Pass>();
const passesOfAgents = new WeakMap<object, Array<{ pass: Pass; name: string }>>();
const takenByTries = new WeakMap<object, Set<Pass>>();

/**
 * Requests of this process, by execution and row. n8n can start an execution a second time from a
 * state that it stored before they were sent, and nothing in that state knows of them.
 */
const sentRequests = new Map<string, Promise<Outcome | undefined>>();
const mostRemembered = 10_000;

const isEntry = (result: Result | undefined): result is Entry =>
  result?.kind === 'accepted' || result?.kind === 'unknown';

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
      const call = this.context.getInputData()[0]?.json;
      const known = call && passesOfCalls.get(call);
      if (known !== undefined) return known;
      if (call !== undefined) passesOfCalls.set(call, pass);
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
    const result = (this.findUnanswered(request) ?? this.findOfEarlierTry(request))?.result;
    return isEntry(result) ? result : undefined;
  }

  private findUnanswered(request: string): Row | undefined {
    const newest = Object.values(this.book.passes)
      .flatMap(({ rows }) => rows[0] ?? [])
      .findLast((row) => row.request === request && row.executionId === this.executionId);
    return newest?.result.kind === 'unknown' ? newest : undefined;
  }

  /**
   * When n8n runs an agent again ("Retry On Fail"), the model asks for its videos again: each call
   * then stands for a call of an earlier try with the same request, as long as there is one that this
   * try has not asked for yet.
   */
  private findOfEarlierTry(request: string): Row | undefined {
    const call = this.context.getInputData()[0]?.json;
    const agentTry = readAgentTry(this.context);
    if (call === undefined || agentTry === undefined) return undefined;
    const { name } = this.context.getNode();
    const ofAgent = passesOfAgents.get(agentTry.run) ?? [];
    passesOfAgents.set(agentTry.run, ofAgent);
    const taken = takenByTries.get(agentTry.attempt) ?? new Set<Pass>();
    takenByTries.set(agentTry.attempt, taken);
    if (taken.has(this.pass)) return this.pass.rows[0];
    const twin = ofAgent.find(
      (other) =>
        other.name === name && !taken.has(other.pass) && other.pass.rows[0]?.request === request,
    );
    const row = twin?.pass.rows[0];
    if (row !== undefined && isEntry(row.result)) this.pass.rows[0] = row;
    if (twin !== undefined) ofAgent.splice(ofAgent.indexOf(twin), 1);
    ofAgent.push({ pass: this.pass, name });
    taken.add(this.pass);
    return this.pass.rows[0];
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
