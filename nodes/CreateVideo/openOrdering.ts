import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep, steadyClock } from '../concurrency/sleep';
import { type Paid, notes } from '../outcomes/money';
import { taskField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { openDedupStore } from '../n8n/dedupStore';
import { hintAtInput, readPass } from '../n8n/execution';
import { filesOf } from '../n8n/files';
import { isToolCall } from '../n8n/howItRuns';
import { connectService, notSentCode, type Service } from '../service/connectService';
import { hasSlept } from '../sleep/putToSleep';
import { storeAndGoOn, whyNotAsleep } from '../sleep/fallAsleep';
import { fill } from '../outcomes/Failure';
import { nameTask } from '../results/summarize';
import { toHint } from '../text/phrases';
import { planItems } from './order/planItems';
import { Ledger, mayHaveSent, type StoredPasses } from './pay/Ledger';
import type { Claimant } from './claim/KeyStore';
import { countInRecord, countInStore, periodAt } from './claim/limits';
import { Orders } from './claim/Orders';
import type { OrderPorts } from './pay/orderPages';
import { readOutcome, type OrderOutcome } from './order/orderOutcome';
import { sendOrder } from './pay/sendOrder';

// What this process remembers of its orders; it may be lost at any time.
const orders = new Orders(steadyClock);

const storedIn = (context: IExecuteFunctions) =>
  (context.getContext('node').orders ??= { passes: {} }) as unknown as StoredPasses;

/** What an unforeseen throw can have cost: behind the first request, nobody knows. */
export const paidUnforeseen = (context: IExecuteFunctions): Paid =>
  mayHaveSent(storedIn(context)) ? 'unknown' : 'no';

/** The record of a pass, and what ordering asks of n8n and of the service. */
export type Ordering = ReturnType<typeof openOrdering>;

/** Opens the running node for one visit: behind this, ordering knows nothing of n8n. */
export function openOrdering(context: IExecuteFunctions) {
  const executionId = context.getExecutionId();
  const { name: nodeName, retryOnFail, maxTries = 3 } = context.getNode();
  const isTool = isToolCall(context);
  const items = context.getInputData();
  const store = openDedupStore(context);
  const stored = storedIn(context);
  const passName = isTool ? nameCall(items[0]?.json) : readPass(context);
  const mostTries = retryOnFail === true && !isTool ? Math.min(5, maxTries) : Infinity;
  const ledger = new Ledger(stored, { executionId, passName, isTool, mostTries });

  let connecting: Promise<Service> | undefined;
  const connect = () => (connecting ??= connectService(context));

  // All nodes of the execution share it.
  const flow = context.getContext('flow') as { firstOrders?: string };
  const ofNode = `${nodeName}, ${passName}`;
  flow.firstOrders ??= ofNode;

  /** Names the visit among all that claim rows. Of an execution without an ID, no other has its name. */
  const nameVisit = () => {
    // Calls of an agent at once may ask for the same.
    const name = isTool ? ledger.rows[0]?.fingerprint : passName;
    return JSON.stringify([executionId || Math.random(), nodeName, name]);
  };
  const counters = () =>
    ledger.pass.limits.map((limit) => {
      const { per } = limit;
      if (per === 'execution') return countInRecord(stored, limit, executionId);
      return countInStore(store, limit, periodAt(Date.now(), per, context.getTimezone()));
    });

  const ports: OrderPorts = {
    cancelled: context.getExecutionCancelSignal(),
    stopOnFailure: !context.continueOnFail(),
    connect,
    sleep,
    async send(body, halted) {
      const service = await connect();
      const answer = await sendOrder(service, JSON.parse(body) as GenerationRequest, halted, sleep);
      const isTakenBack = answer.kind === 'unsent' && answer.code === notSentCode;
      return isTakenBack ? undefined : readOutcome(answer, service.baseUrl);
    },
    claim: async (rows) => await orders.claim(store, rows, nameVisit(), counters()),
    canStore: async () => (await whyNotAsleep(context)) === undefined,
    async store() {
      showTasks(context, ledger);
      const isStored = await storeAndGoOn(context, ledger.taskIds);
      if (isStored) hintAtOutput(context, describeOrdering(ledger));
      return isStored;
    },
    log: (itemIndex, outcome) => noteInLog(context, itemIndex, outcome),
  };
  const table = {
    rows: items.length,
    field: (name: string, itemIndex: number): unknown =>
      context.getNodeParameter(name, itemIndex, ''),
    files: (itemIndex: number) => filesOf(context, itemIndex),
    isTool,
  };
  return {
    ledger,
    ports,
    /** Whether the execution comes from a sleep. */
    isWoken: hasSlept(items),
    /** Whether no earlier pass of a loop, and no other node, may have ordered in this execution. */
    isFirstPass: flow.firstOrders === ofNode,
    /** Checks all items; see {@link planItems}. */
    planItems: async (problems: readonly string[]) => await planItems(table, connect, problems),
    /** Whether the limits have room for all rows; see {@link Orders.checkRoom}. */
    checkRoom: async (rows: readonly Claimant[]) => await orders.checkRoom(store, rows, counters()),
  };
}

/** Names a call of an agent, the same for all tries of it where n8n makes several. */
const nameCall = (input: IDataObject = {}): string =>
  `call ${'toolCallId' in input ? JSON.stringify(input) : Math.random()}`;

/** Output is lost when the execution is stopped; the log still names what was paid for. */
function noteInLog({ logger }: IExecuteFunctions, itemIndex: number, outcome: OrderOutcome): void {
  if (outcome.kind === 'accepted')
    logger.info(`Created video task ${String(outcome.task[taskField.id])}`);
  if (outcome.kind === 'unknown') {
    const { message, taskId = '', cause = '' } = outcome.failure;
    const row = fill(notes.mayBeCharged, { row: itemIndex + 1 });
    logger.warn(`${row} ${message} ${taskId} ${cause}`.trim());
  }
}

/** Shows a person something beside the output. */
export function hintAtOutput(context: IExecuteFunctions, message: string): void {
  if (message === '' || isToolCall(context)) return;
  context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
}

/** What n8n shows while the execution is stored between two pages. */
function describeOrdering({ rows }: Ledger): string {
  const left = rows.filter(({ result }) => 'body' in result).length;
  return `n8n is still ordering: ${left} of ${rows.length} rows are left. Stopping the execution doesn’t stop videos that are already ordered; you’ll find their IDs above the input.`;
}

/** Shows a person the tasks that were ordered, where they stay when the execution is stopped. */
export function showTasks(context: IExecuteFunctions, { rows, taskIds }: Ledger): void {
  if (isToolCall(context) || taskIds.length === 0) return;
  const lines = rows.flatMap(({ result }, itemIndex) =>
    result.kind === 'accepted' ? nameTask(String(result.task[taskField.id]), itemIndex + 1) : [],
  );
  const haveKeys = rows.every(({ orderKey }) => orderKey !== undefined);
  hintAtInput(context, toHint([haveKeys ? notes.notStoppedKeyed : notes.notStopped, ...lines]));
}
