import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { sleep } from '../concurrency/sleep';
import type { Failure } from '../errors/Failure';
import { toNodeError } from '../errors/raise';
import { taskField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { openDedupStore } from '../n8n/dedupStore';
import { instanceTypeOf } from '../n8n/howItRuns';
import type { Stop } from '../results/WaitItem';
import { connectService } from '../service/connectService';
import { notSentCode } from '../service/sendPaced';
import { mayStore, storeAndGoOn } from '../sleep/storeAndGoOn';
import { planItems, type Checks, type Plan } from './order/planItems';
import type { SpendingLimit } from './order/SpendingLimit';
import { openLedger } from './openLedger';
import type { Ledger, Planned } from './pay/Ledger';
import { maySend } from './pay/maySend';
import { failureOf } from './pay/orderedBefore';
import { OrderKeys } from './pay/OrderKeys';
import { orderRows, type KeyWorld, type OrderWorld } from './pay/orderRows';
import type { Row } from './pay/Pass';
import { patience } from './pay/patience';
import { nameIds, readOutcome, type Outcome } from './pay/readCreateAnswer';
import { sendOnce } from './pay/sendOnce';
import { overLimit, periodAt, takePlaces } from './pay/spendingLimit';
import { summarizeStop, type NextStep } from './pay/summarizeStop';
import { showOrdered } from './showOrdered';

/** How orders are placed. */
export interface Placing {
  /** Reads the form, when the rows are checked: a visit that sends a page needs nothing of it. */
  prepare?: () => Promise<Preparation>;
  /** Says what an answer of the service means. */
  read?: typeof readOutcome;
  /** What becomes of videos that were created when the node is to stop. */
  next: NextStep;
}

/** What the form says besides the requests themselves. */
interface Preparation {
  /** What else must be right before anything is sent. */
  checks?: Checks;
  /** How long a row’s task may take, in ms, where the node waits for it. */
  timeoutMsOf?: (itemIndex: number) => number;
  /** The person wants the execution to keep running. */
  staysAwake?: boolean;
}

/** What one visit of the node came to. */
export type Placed =
  /** The execution is stored, and goes on at once; what the node gives out now is only shown. */
  | { kind: 'stored'; shown: INodeExecutionData[] }
  /** Each row has come to something. */
  | {
      kind: 'settled';
      ledger: Ledger;
      /** Why the node is to fail when what was created has been brought home. */
      stop?: Stop;
    };

/** n8n's database keeps so many entries for a node; three for an order at the most. */
const mostEntries = 30_000;

/** What this process knows of the orders with a key. */
const orderKeys = new OrderKeys({ sleep, random: Math.random });

/**
 * Checks all items, and orders the video of each, page after page.
 *
 * @throws what became of the batch, when the node is to stop on errors, an item has failed, and there
 *   is nothing to bring home or a further try of Retry On Fail comes first
 */
export async function placeOrders(context: IExecuteFunctions, placing: Placing): Promise<Placed> {
  const ledger = openLedger(context);
  const stopOnFailure = !context.continueOnFail();
  let staysAwake = false;
  if (!ledger.hasPage) {
    const preparation = (await placing.prepare?.()) ?? {};
    staysAwake = preparation.staysAwake === true;
    ledger.closeLostPage();
    await planRows(context, ledger, preparation, stopOnFailure);
  }
  if (ledger.planned.length > 0) {
    const isBatch = Object.keys(ledger.pass.rows).length > 1;
    const canStore = isBatch && !staysAwake && (await mayStore(context));
    const paging = { inPages: canStore, stopOnFailure };
    const world = await openWorld(context, placing.read ?? readOutcome);
    if (await orderRows(ledger, paging, world, openKeys(context, ledger)))
      return { kind: 'stored', shown: showOrdered(ledger.pass) };
  }
  return await settleRows(context, ledger, placing.next);
}

/** Checks all items, and writes down which of them are to be sent. Sends nothing. */
async function planRows(
  context: IExecuteFunctions,
  ledger: Ledger,
  { checks, timeoutMsOf }: Preparation,
  stopOnFailure: boolean,
): Promise<void> {
  const { plans, run } = await planItems(context, checks);
  const mayRetry = ledger.failedTries < mostTriesOf(context);
  const rows = await mapInTurns(plans, (plan, itemIndex) => {
    const { label } = plan;
    const timeoutMs = timeoutMsOf?.(itemIndex);
    return {
      ...planRow(plan, itemIndex, ledger, mayRetry),
      ...(label !== undefined && { label }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
  });
  // Written down at once with the look at the limit, which parallel calls of an agent share.
  const spent = ledger.spent;
  for (const [itemIndex, row] of rows.entries()) ledger.plan(itemIndex, row);
  // What an earlier execution left unknown stays so: a person who retries it wants the others.
  const isFailed = ({ result, executionId }: Row) =>
    failureOf(result) !== undefined && executionId === context.getExecutionId();
  if (stopOnFailure && Object.values(ledger.pass.rows).some(isFailed)) ledger.leaveUntried();
  const refusal = run.limit && (await takeRoom(context, ledger, run.limit, spent));
  if (refusal === undefined) return;
  for (const itemIndex of ledger.planned)
    ledger.settle(itemIndex, { kind: 'notCreated', failure: refusal });
}

/** What is to become of a row. */
function planRow(
  { order, failure }: Plan,
  itemIndex: number,
  ledger: Ledger,
  mayRetry: boolean,
): Planned {
  const request = order?.fingerprint ?? '';
  const earlier = ledger.find(itemIndex, order?.fingerprint);
  if (earlier !== undefined && !maySend({ earlier }).may) return { result: earlier, request };
  if (order === undefined) return { result: { kind: 'notCreated', failure }, request };
  if (order.settings.preview) return { result: { kind: 'preview', fingerprint: request }, request };
  const refused = mayRetry ? undefined : ledger.findRefusal(itemIndex);
  if (refused !== undefined) return { result: refused, request };
  const { orderKey } = order;
  return {
    result: { kind: 'planned' },
    request,
    body: JSON.stringify(order.request),
    ...(orderKey !== undefined && { orderKey }),
  };
}

/**
 * Takes room in the Spending Limit for all rows that are to be sent. Of rows with the same key, one is.
 *
 * @param spent - what this execution had spent before
 * @returns why nothing may be sent, where there is too little
 */
async function takeRoom(
  context: IExecuteFunctions,
  ledger: Ledger,
  limit: SpendingLimit,
  spent: number,
): Promise<Failure | undefined> {
  const orders = ledger.planned.map((row) => ledger.pass.rows[row]!.orderKey ?? row);
  const wanted = new Set(orders).size;
  if (wanted === 0) return undefined;
  if (limit.per === 'execution') {
    const left = Math.max(limit.videos - spent, 0);
    return wanted > left ? overLimit(wanted, left, limit) : undefined;
  }
  const period = periodAt(Date.now(), limit.per, context.getTimezone());
  const own = (ledger.pass.places ?? []).filter((place) => place.endsWith(` of ${period}`));
  const missing = Math.max(wanted - own.length, 0);
  const store = openDedupStore(context, mostEntries);
  const taken = await orderKeys.inTurn(store, () =>
    takePlaces(store, period, missing, limit.videos),
  );
  if ('left' in taken) return overLimit(wanted, own.length + taken.left, limit);
  ledger.pass.places = [...own, ...taken.places];
  return undefined;
}

async function openWorld(
  context: IExecuteFunctions,
  read: typeof readOutcome,
): Promise<OrderWorld> {
  const service = await connectService(context);
  const cancelled = context.getExecutionCancelSignal();
  return {
    cancelled,
    async send({ body = '{}' }, halted) {
      const request = JSON.parse(body) as GenerationRequest;
      const answer = await sendOnce(
        (waiting) =>
          service.createVideo(request, {
            timeoutMs: patience.answerMs,
            signal: halted,
            patience: waiting,
          }),
        { busyBudgetMs: patience.busyMs, sleep: (ms) => sleep(ms, halted) },
      );
      const isTakenBack = answer.kind === 'unsent' && answer.code === notSentCode;
      if (isTakenBack && cancelled?.aborted !== true) return undefined;
      return read(answer, service.baseUrl);
    },
    store: () => storeAndGoOn(context),
    log: (itemIndex, outcome) => noteInLog(context, itemIndex, outcome),
  };
}

function openKeys(context: IExecuteFunctions, { pass }: Ledger): KeyWorld | undefined {
  if (Object.values(pass.rows).every(({ orderKey }) => orderKey === undefined)) return undefined;
  const store = openDedupStore(context, mostEntries);
  return { keys: orderKeys, store, isShared: instanceTypeOf(context) === 'worker' };
}

/** Says what became of the batch, when nothing more of it is sent. */
async function settleRows(
  context: IExecuteFunctions,
  ledger: Ledger,
  next: NextStep,
): Promise<Placed> {
  await giveBackPlaces(context, ledger);
  ledger.leaveUntried();
  const rows = Object.values(ledger.pass.rows);
  const results = rows.map(({ result }) => result);
  const labels = rows.map(({ label }) => label);
  const stop = summarizeStop(results, labels, next);
  if (stop === undefined) return { kind: 'settled', ledger };
  const failedTries = ledger.noteFailedTry();
  if (context.continueOnFail()) return { kind: 'settled', ledger };
  const isStopped = context.getExecutionCancelSignal()?.aborted === true;
  const hasCreated = results.some(({ kind }) => kind === 'accepted' || kind === 'orderedBefore');
  const mayTryAgain = context.getNode().retryOnFail === true && failedTries < mostTriesOf(context);
  if (next === 'bringHome' && hasCreated && !isStopped && !mayTryAgain)
    return { kind: 'settled', ledger, stop };
  // n8n may not try it again after all: then this is the last that is heard of what was created.
  const { failure, itemIndex } = summarizeStop(results, labels, 'retry')!;
  throw toNodeError(context.getNode(), failure, itemIndex);
}

async function giveBackPlaces(context: IExecuteFunctions, { pass }: Ledger): Promise<void> {
  const { places = [] } = pass;
  delete pass.places;
  if (places.length === 0) return;
  const store = openDedupStore(context, mostEntries);
  // A place that cannot be given back stays taken: that costs nobody anything.
  await orderKeys.inTurn(store, () => store.remove(places)).catch(() => undefined);
}

/** What n8n makes of the setting "Max. Tries". */
function mostTriesOf(context: IExecuteFunctions): number {
  const { retryOnFail, maxTries = 3 } = context.getNode();
  return retryOnFail === true ? Math.min(5, maxTries) : Infinity;
}

/** Output is lost when the execution is stopped; the log still names what was paid for. */
function noteInLog(context: IExecuteFunctions, itemIndex: number, outcome: Outcome): void {
  if (outcome.kind === 'accepted')
    context.logger.info(`Created video task ${String(outcome.task[taskField.id])}`);
  if (outcome.kind === 'unknown') {
    const { message, taskId, ids } = outcome.failure;
    const task = taskId === undefined ? 'A video' : `Video task ${taskId}`;
    const said = [message, nameIds(ids)].filter(Boolean).join('; ');
    context.logger.warn(`${task} may have been charged for row ${itemIndex + 1}: ${said}`);
  }
}
