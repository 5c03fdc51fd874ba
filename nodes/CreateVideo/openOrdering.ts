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
import { hintAtOutput } from '../sleep/tellSleep';
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

// What this process remembers, which may be lost at any time.
const orders = new Orders(steadyClock);

const storedIn = (context: IExecuteFunctions) =>
  (context.getContext('node').orders ??= { passes: {} }) as unknown as StoredPasses;

/** What may have been spent when something unforeseen is thrown. */
export const paidUnforeseen = (context: IExecuteFunctions): Paid =>
  mayHaveSent(storedIn(context)) ? 'unknown' : 'no';

export type Ordering = ReturnType<typeof openOrdering>;

/** Connects ordering to the running node for one visit; ordering itself knows nothing of n8n. */
export function openOrdering(context: IExecuteFunctions) {
  const executionId = context.getExecutionId();
  const { name: nodeName, retryOnFail, maxTries = 3 } = context.getNode();
  const isTool = isToolCall(context);
  const items = context.getInputData();
  const store = openDedupStore(context);
  const stored = storedIn(context);
  // The same for all retries of an execution: one that is retried may be retried again.
  stored.origin ??= executionId;
  const passName = isTool ? nameCall(items[0]?.json) : readPass(context);
  const mostTries = retryOnFail === true && !isTool ? Math.min(5, maxTries) : Infinity;
  const ledger = new Ledger(stored, { executionId, passName, isTool, mostTries });

  let connecting: Promise<Service> | undefined;
  const connect = () => (connecting ??= connectService(context));

  const flow = context.getContext('flow') as { firstOrders?: string };
  const ofNode = `${nodeName}, ${passName}`;
  flow.firstOrders ??= ofNode;

  /** The same for all who might send the same row: for an agent, calls that ask for the same. */
  const nameVisit = () => {
    const name = isTool ? ledger.rows[0]?.fingerprint : passName;
    return JSON.stringify([stored.origin || Math.random(), nodeName, name]);
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
    sleep,
    async send(body, halted) {
      const service = await connect();
      const answer = await sendOrder(service, JSON.parse(body) as GenerationRequest, halted, sleep);
      const isTakenBack = answer.kind === 'unsent' && answer.code === notSentCode;
      return isTakenBack ? undefined : readOutcome(answer, service.baseUrl);
    },
    async claim(rows) {
      // First, because it fails if the credential is gone.
      await connect();
      return await orders.claim(store, rows, nameVisit(), counters());
    },
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
    isWoken: hasSlept(items),
    /** Whether neither an earlier pass nor another node may have ordered in this execution. */
    isFirstPass: flow.firstOrders === ofNode,
    planItems: async (problems: readonly string[]) => await planItems(table, connect, problems),
    checkRoom: async (rows: readonly Claimant[]) => await orders.checkRoom(store, rows, counters()),
  };
}

/** Names a call of an agent, the same for all its tries if n8n makes several. */
const nameCall = (input: IDataObject = {}): string =>
  `call ${'toolCallId' in input ? JSON.stringify(input) : Math.random()}`;

/** The log names what was paid, even if the execution is stopped and loses its output. */
function noteInLog({ logger }: IExecuteFunctions, itemIndex: number, outcome: OrderOutcome): void {
  if (outcome.kind === 'accepted')
    logger.info(`Created video task ${String(outcome.task[taskField.id])}`);
  if (outcome.kind === 'unknown') {
    const { message, taskId = '', cause = '' } = outcome.failure;
    const row = fill(notes.mayBeCharged, { row: itemIndex + 1 });
    logger.warn(`${row} ${message} ${taskId} ${cause}`.trim());
  }
}

function describeOrdering({ rows }: Ledger): string {
  const left = rows.filter(({ state }) => 'body' in state).length;
  return `n8n is still ordering: ${left} of ${rows.length} rows are left. Stopping the execution doesn’t stop videos that are already ordered; you’ll find their IDs above the input.`;
}

/** Shows the tasks above the input, where they stay if the execution is stopped. */
export function showTasks(context: IExecuteFunctions, { rows, taskIds }: Ledger): void {
  if (isToolCall(context) || taskIds.length === 0) return;
  const lines = rows.flatMap(({ state }, itemIndex) =>
    state.kind === 'accepted' ? nameTask(String(state.task[taskField.id]), itemIndex + 1) : [],
  );
  const haveKeys = rows.every(({ orderKey }) => orderKey !== undefined);
  hintAtInput(context, toHint([haveKeys ? notes.notStoppedKeyed : notes.notStopped, ...lines]));
}
