import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from '../concurrency/sleep';
import { type Failure, fill } from '../outcomes/Failure';
import type { Paid } from '../outcomes/kinds';
import { notes } from '../outcomes/notes';
import { taskField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { openDedupStore } from '../n8n/dedupStore';
import { hintAtInput, readPass } from '../n8n/execution';
import { filesOf } from '../n8n/files';
import { isToolCall } from '../n8n/howItRuns';
import { connectService, notSentCode, type Service } from '../service/connectService';
import { hasSlept } from '../sleep/putToSleep';
import { storeAndGoOn, whyNotAsleep } from '../sleep/fallAsleep';
import { nameTask } from '../results/summarize';
import { toHint } from '../text/phrases';
import { planItems } from './order/planItems';
import { Ledger, mayHaveSent, type StoredPasses } from './pay/Ledger';
import { countInRecord, countInStore, periodAt } from './claim/limits';
import { Orders } from './claim/Orders';
import type { OrderPorts } from './pay/orderPages';
import { readOutcome, type OrderOutcome } from './order/orderOutcome';
import type { LedgerRow } from './pay/Pass';
import { sendOrder } from './pay/sendOrder';

// What this process remembers of its orders; it may be lost at any time.
const orders = new Orders({ nowMs: () => performance.now(), sleep, random: Math.random });

/** What ordering reads of the running node, and what it asks of n8n and of the service. */
export type Ordering = ReturnType<typeof openOrdering>;

const storedIn = (context: IExecuteFunctions) =>
  (context.getContext('node').orders ??= { passes: {} }) as unknown as StoredPasses;

/** What an unforeseen throw can have cost: behind the first request, nobody knows. */
export const paidUnforeseen = (context: IExecuteFunctions): Paid =>
  mayHaveSent(storedIn(context)) ? 'unknown' : 'no';

/** Opens the running node for one visit: behind this, ordering knows nothing of n8n. */
export function openOrdering(context: IExecuteFunctions) {
  const executionId = context.getExecutionId();
  const node = context.getNode();
  const { retryOnFail, maxTries = 3 } = node;
  const isTool = isToolCall(context);
  const store = openDedupStore(context);
  const items = context.getInputData();
  let connecting: Promise<Service> | undefined;
  const connect = () => (connecting ??= connectService(context));

  const stored = storedIn(context);
  const passName = isTool ? nameCall(items[0]?.json) : readPass(context);
  const ledger = new Ledger(stored, { executionId, passName, isTool });
  const { pass } = ledger;
  /** Of an execution without an ID, no other visit has its name. */
  const visit = () => {
    // Calls of an agent at once may ask for the same.
    const name = isTool ? ledger.rows[0]?.fingerprint : passName;
    return JSON.stringify([executionId || Math.random(), node.name, name]);
  };

  // All nodes of the execution share it.
  const flow = context.getContext('flow') as { firstOrders?: string };
  const isFirstPass =
    (flow.firstOrders ??= `${node.name}, ${passName}`) === `${node.name}, ${passName}`;

  const counters = () =>
    pass.limits.map((limit) => {
      const { per } = limit;
      if (per === 'execution') return countInRecord(stored, limit, executionId);
      return countInStore(store, limit, periodAt(Date.now(), per, context.getTimezone()));
    });

  const showTasks = () => {
    if (!isTool && ledger.taskIds.length > 0) hintAtInput(context, describeTasks(ledger.rows));
  };

  const ports: OrderPorts = {
    cancelled: context.getExecutionCancelSignal(),
    stopOnFailure: !context.continueOnFail(),
    ...{ connect, sleep },
    async send(body, halted) {
      const service = await connect();
      const answer = await sendOrder(service, JSON.parse(body) as GenerationRequest, halted, sleep);
      const isTakenBack = answer.kind === 'unsent' && answer.code === notSentCode;
      return isTakenBack ? undefined : readOutcome(answer, service.baseUrl);
    },
    claim: async (rows) => await orders.claim(store, rows, visit(), counters()),
    async store() {
      showTasks();
      return await storeAndGoOn(context, ledger.taskIds);
    },
    log: (itemIndex, outcome) => noteInLog(context.logger, itemIndex, outcome),
  };
  const table = {
    rows: items.length,
    field: (name: string, itemIndex: number): unknown =>
      context.getNodeParameter(name, itemIndex, ''),
    files: (itemIndex: number) => filesOf(context, itemIndex),
  };
  return {
    ...ports,
    executionId,
    ledger,
    /** What n8n makes of the setting "Max. Tries". It counts anew whenever the execution has slept. */
    mostTries: retryOnFail === true && !isTool ? Math.min(5, maxTries) : Infinity,
    /** Whether the execution comes from a sleep. */
    isWoken: hasSlept(items),
    /** Checks all items; see {@link planItems}. */
    planItems: async (problems: readonly string[]) => await planItems(table, connect, problems),
    /** Whether the execution can be stored while it runs. */
    canStore: async () => (await whyNotAsleep(context)) === undefined,
    /** Whether an earlier pass of a loop, or another node, may have ordered in this execution. */
    isFirstPass,
    /** Whether the limits have room for all rows; see {@link Orders.checkRoom}. */
    async checkRoom(): Promise<Failure | undefined> {
      const rows = ledger.planned.map((itemIndex) => ({ ...ledger.rows[itemIndex]!, itemIndex }));
      return await orders.checkRoom(store, rows, counters());
    },
    /** Shows a person the tasks that were ordered, where they stay when the execution is stopped. */
    showTasks,
    hideTasks: () => hintAtInput(context, undefined),
    /** Shows a person something beside the output. */
    hint(message: string): void {
      if (message === '' || isTool) return;
      context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
    },
  };
}

function describeTasks(rows: readonly LedgerRow[]): string {
  const lines = rows.flatMap(({ result }, itemIndex) =>
    result.kind === 'accepted' ? nameTask(String(result.task[taskField.id]), itemIndex + 1) : [],
  );
  const haveKeys = rows.every(({ orderKey }) => orderKey !== undefined);
  return toHint([haveKeys ? notes.notStoppedKeyed : notes.notStopped, ...lines]);
}

/** Names a call of an agent, the same for all tries of it where n8n makes several. */
const nameCall = (input: IDataObject = {}): string =>
  `call ${'toolCallId' in input ? JSON.stringify(input) : Math.random()}`;

/** Output is lost when the execution is stopped; the log still names what was paid for. */
function noteInLog(
  logger: IExecuteFunctions['logger'],
  itemIndex: number,
  outcome: OrderOutcome,
): void {
  if (outcome.kind === 'accepted')
    logger.info(`Created video task ${String(outcome.task[taskField.id])}`);
  if (outcome.kind === 'unknown') {
    const { message, taskId = '', cause = '' } = outcome.failure;
    logger.warn(
      `${fill(notes.mayBeCharged, { row: itemIndex + 1 })} ${message} ${taskId} ${cause}`.trim(),
    );
  }
}
