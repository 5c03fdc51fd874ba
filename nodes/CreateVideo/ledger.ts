import type {
  IContextObject,
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
} from 'n8n-workflow';
import type { Paid } from '../errors/Failure';
import { setNewest } from '../memory/setNewest';
import { earlierOutput, isOnEngine2 } from '../n8n/engineOf';
import { isToolCall } from '../n8n/isToolCall';
import { readPass } from '../n8n/readPass';
import { findAgentOrder, type AgentOrder } from './agentOrders';
import { openPasses } from './storedBatch';
import { bareTask, briefTask } from '../tasks/briefTask';
import type { Outcome } from './readOutcome';

/** What must be remembered: items that certainly were not taken may simply be sent again. */
export type Entry = Extract<Outcome, { kind: 'accepted' | 'unknown' }>;

interface StoredEntry {
  executionId: string;
  /** The form of the node, expressions as they stand. */
  form: string;
  request: string;
  entry: Entry;
}

/** What one pass over the input came to, over all its tries. */
interface Run {
  items: Record<string, StoredEntry>;
  /** How many tries of which execution have failed. */
  failed: { executionId: string; tries: number };
}

/** What the node context holds. */
interface Book {
  /** By pass: the newest, and those whose videos are still waited for. */
  runs: Record<string, Run>;
  /** Requests of this execution that made a task or may have, over all passes and calls. */
  spent: { executionId: string; count: number };
  /** Requests of tool calls whose outcome is unknown, by their text. */
  unanswered: Record<string, StoredEntry>;
}

const contextKey = 'createdTasks';

/**
 * The tries of a tool call share their arguments' object and nothing else: n8n gives each try a
 * run index of its own.
 */
const runsOfToolCalls = new WeakMap<object, Run>();

/** Requests that are planned or under way, by node context: parallel tool calls share a limit. */
const reservations = new WeakMap<IContextObject, number>();

/**
 * Requests of this process, by execution and item. n8n can start an execution a second time from a
 * state that it stored before they were sent, and nothing in that state knows of them.
 */
const sentRequests = new Map<string, Promise<Outcome | undefined>>();
const mostRemembered = 10_000;

/**
 * Remembers which items of the running node were already accepted. It lives in the node context,
 * which outlasts the tries of "Retry On Fail": those run the whole node again with all items.
 */
export class Ledger {
  private readonly context: IContextObject;
  private readonly book: Book;
  private readonly run: Run;
  private readonly executionId: string;
  private readonly isToolCall: boolean;
  private readonly findAgentOrder: (request?: string) => AgentOrder | undefined;
  private readonly form: string;
  /** What was spent in rounds of a loop that the node context knows nothing of. */
  private readonly spentBefore: number;
  /** The node, in this pass over its input. */
  private readonly place: string;

  constructor(context: IExecuteFunctions) {
    this.executionId = context.getExecutionId();
    this.isToolCall = isToolCall(context);
    this.findAgentOrder = (request) =>
      this.isToolCall && request !== undefined ? findAgentOrder(context, request) : undefined;
    this.context = context.getContext('node');
    const stored = this.context[contextKey] as Book | undefined;
    this.book = stored ?? {
      runs: {},
      spent: { executionId: this.executionId, count: 0 },
      unanswered: {},
    };
    this.context[contextKey] = this.book;
    if (this.book.spent.executionId !== this.executionId)
      this.book.spent = { executionId: this.executionId, count: 0 };
    this.form = JSON.stringify(context.getNode().parameters);
    this.run = this.findRun(context);
    this.spentBefore = isOnEngine2(context) ? countSpent(earlierOutput(context)) : 0;
    this.place = JSON.stringify([this.executionId, context.getNode().name, readPass(context)]);
  }

  private findRun(context: IExecuteFunctions): Run {
    const run: Run = { items: {}, failed: { executionId: this.executionId, tries: 0 } };
    const call = this.isToolCall ? context.getInputData()[0]?.json : undefined;
    if (call !== undefined) {
      const known = runsOfToolCalls.get(call) ?? run;
      runsOfToolCalls.set(call, known);
      return known;
    }
    const pass = readPass(context);
    const known = this.book.runs[pass];
    if (known !== undefined) return known;
    // A new pass of a loop is new work, so older ones go that nobody waits for.
    const kept = openPasses(context).flatMap((open) => {
      const other = this.book.runs[open];
      return other === undefined ? [] : [[open, other] as const];
    });
    this.book.runs = { ...Object.fromEntries(kept), [pass]: run };
    return this.book.runs[pass]!;
  }

  /**
   * @param itemIndex - the item
   * @param request - the request as text; where a person has changed the form since, only an equal
   *   one counts, while a further try counts even where an expression gives another value now
   */
  find(itemIndex: number, request?: string): Entry | undefined {
    const stored = this.run.items[itemIndex];
    const isFurtherTry = stored?.executionId === this.executionId || stored?.form === this.form;
    if (stored && (isFurtherTry || stored.request === request)) return stored.entry;
    // A model that is told of an unknown outcome likes to ask for the same video again.
    const asked = this.isToolCall && request !== undefined && this.book.unanswered[request];
    if (asked && asked.executionId === this.executionId) return asked.entry;
    return this.findAgentOrder(request)?.entry;
  }

  /**
   * Sends an item's request, unless this process has sent it before and the state that n8n started
   * the execution from is older: then what became of it there is the answer.
   *
   * @param send - resolves to undefined when nothing was sent
   */
  async sendUnlessSent(
    itemIndex: number,
    send: () => Promise<Outcome | undefined>,
  ): Promise<Outcome | undefined> {
    const isNew = this.run.items[itemIndex] === undefined;
    // Executions of a workflow that is not saved have no id.
    if (this.isToolCall || !isNew || !this.executionId) return await send();
    const key = `${this.place} ${itemIndex}`;
    const earlier = await sentRequests.get(key);
    if (earlier !== undefined && earlier.kind !== 'notCreated') return earlier;
    const sent = send();
    const remembered = sent.then(toMemory, () => undefined);
    setNewest(sentRequests, key, remembered, mostRemembered);
    return await sent;
  }

  record(itemIndex: number, request: string, outcome: Outcome): void {
    if (outcome.kind === 'notCreated') return;
    const entry: Entry =
      outcome.kind === 'accepted' ? { kind: 'accepted', task: briefTask(outcome.task) } : outcome;
    const { executionId, form } = this;
    const stored = { executionId, form, request, entry };
    this.run.items[itemIndex] = stored;
    this.book.spent.count += 1;
    if (!this.isToolCall) return;
    const order = this.findAgentOrder(request);
    if (order !== undefined) order.entry = stored.entry;
    if (outcome.kind === 'unknown') this.book.unanswered[request] = stored;
    else delete this.book.unanswered[request];
  }

  /** Notes down a try of this execution that has failed. @returns how many have, with it */
  noteFailedTry(): number {
    const { failed } = this.run;
    const tries = failed.executionId === this.executionId ? failed.tries + 1 : 1;
    this.run.failed = { executionId: this.executionId, tries };
    return tries;
  }

  /** Videos that this execution has made, may have made, or is about to make. */
  get spent(): number {
    return this.book.spent.count + this.spentBefore + (reservations.get(this.context) ?? 0);
  }

  /** Counts requests as spent until they have been sent and recorded. */
  reserve(count: number): void {
    reservations.set(this.context, (reservations.get(this.context) ?? 0) + count);
  }

  release(count: number): void {
    this.reserve(-count);
  }
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
