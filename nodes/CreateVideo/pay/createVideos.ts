import type { IExecuteFunctions } from 'n8n-workflow';
import { readResumeUrl } from '../../links/resumeUrl';
import { mapConcurrently } from '../../concurrency/mapConcurrently';
import { mapInTurns } from '../../concurrency/inTurns';
import { sleep } from '../../concurrency/sleep';
import type { Failure } from '../../errors/Failure';
import { requestField, taskField } from '../../generated/contract';
import { mostAtOnce } from '../../pace/Limit';
import { notSentCode } from '../../service/sendPaced';
import { withoutSecrets } from '../../tasks/withoutSecrets';
import { claimOrders, type Placed } from './claimOrders';
import { maySend } from './maySend';
import { Orders } from './orders';
import type { Order, Plan } from '../order/planItems';
import { notTakenBefore, withKey } from './orderedBefore';
import { brokenOff, nameIds, readOutcome, withEarlierTry, type Outcome } from './readCreateAnswer';
import type { RunSettings } from '../order/readSettings';
import { sendOnce } from './sendOnce';
import type { Result } from './Result';

/**
 * Sends the planned requests side by side, one result per plan and in their order.
 * An item that an earlier try of this execution got accepted is taken from its record instead.
 *
 * @param context - the running node
 * @param plans - one per input item
 * @param run - what holds for all items
 * @param stopOnFailure - whether a failed item keeps the items after it from being sent; one that
 *   failed its checks, or an earlier try, keeps all others from it
 * @param read - says what an answer means
 */
export async function createVideos(
  context: IExecuteFunctions,
  plans: readonly Plan[],
  run: RunSettings,
  stopOnFailure: boolean,
  read: typeof readOutcome = readOutcome,
): Promise<Result[]> {
  const orders = new Orders(context);
  const cancelSignal = context.getExecutionCancelSignal();
  const settled = await mapInTurns(plans, (plan, itemIndex) =>
    settleWithoutSending(plan, itemIndex, orders),
  );
  const wanted = plans.flatMap(({ order }, itemIndex) => {
    if (settled[itemIndex] !== undefined || order === undefined) return [];
    const isResent = orders.find(itemIndex, order.fingerprint) !== undefined;
    const { timeoutMs } = order.settings;
    return [{ itemIndex, orderKey: order.orderKey, isResent, timeoutMs }];
  });
  const isFailed = (result: Result | undefined) => result !== undefined && 'failure' in result;
  const isStopped = stopOnFailure && settled.some(isFailed);
  const claims = await claimOrders(context, isStopped ? [] : wanted, run.maxVideosPerDay);
  const toSend = wanted.length - claims.before.size;
  const refusal = claims.refusal ?? refuseTooMany(toSend, orders.spent, run.maxVideos);
  let stopped = isStopped || (stopOnFailure && refusal !== undefined);

  const halt = new AbortController();
  const halted = AbortSignal.any([halt.signal, ...(cancelSignal ? [cancelSignal] : [])]);

  /** @returns undefined when the request was taken back before it was sent */
  const send = async ({ request, service, settings }: Order): Promise<Outcome | undefined> => {
    const { timeoutMs, busyBudgetMs } = settings;
    const answer = await sendOnce(
      (patience) => service.createVideo(request, { timeoutMs, signal: halted, patience }),
      { busyBudgetMs, sleep: (ms) => sleep(ms, halted) },
    );
    const isTakenBack = answer.kind === 'unsent' && answer.code === notSentCode;
    if (halt.signal.aborted && isTakenBack) return undefined;
    if (answer.kind !== 'task') return read(answer, service.baseUrl);
    const task = withoutSecrets(answer.task, service.secrets);
    return read({ ...answer, task }, service.baseUrl);
  };

  const reserved = refusal === undefined ? toSend : 0;
  let unspent = reserved;
  orders.spend(reserved);
  try {
    // Only so many can be under way: the others need not queue yet.
    const lanes = Math.min(run.concurrency, mostAtOnce);
    const place = async ({ order, label }: Plan, itemIndex: number): Promise<Result> => {
      const known = settled[itemIndex];
      if (known !== undefined || order === undefined) return known ?? { kind: 'notTried' };
      if (claims.before.has(itemIndex)) return { kind: 'notTried' };
      const earlier = orders.find(itemIndex, order.fingerprint);
      if (refusal !== undefined)
        return withEarlierTry(earlier, { kind: 'notCreated', failure: refusal });
      if (stopped || cancelSignal?.aborted) return earlier ?? { kind: 'notTried' };
      let outcome: Outcome | undefined;
      try {
        const sent = await orders.sendUnlessSent(itemIndex, () => send(order));
        if (sent === undefined) return earlier ?? { kind: 'notTried' };
        outcome = withKey(withEarlierTry(earlier, sent), order.orderKey);
        const callbackUrl = order.request[requestField.callbackUrl];
        const isCalled = callbackUrl !== undefined && callbackUrl === readResumeUrl(context);
        const own = label === undefined ? {} : { label };
        orders.record(itemIndex, { request: order.fingerprint, isCalled, outcome, ...own });
        noteInLog(context, itemIndex, outcome);
      } catch (error) {
        // What was sent may be paid for, whatever goes wrong behind it.
        outcome ??= brokenOff(error);
      }
      if (outcome.kind !== 'notCreated') unspent -= 1;
      if (outcome.kind !== 'accepted') stopped ||= stopOnFailure;
      if (stopped) halt.abort();
      return outcome;
    };
    const results = await mapConcurrently(plans, lanes, async (plan, itemIndex) => {
      const result = await place(plan, itemIndex);
      claims.settle(itemIndex, result);
      return result;
    });
    const stop = claims.before.size > 0 ? stopOf(cancelSignal) : undefined;
    for (const [itemIndex, before] of claims.before) {
      // Where it is under way, when that is over.
      const placed = await Promise.race([before, ...(stop ? [stop] : [])]);
      results[itemIndex] = toEarlier(plans[itemIndex]!.order!.orderKey!, placed);
    }
    return results;
  } finally {
    orders.spend(-unspent);
    await claims.close();
  }
}

/** Resolves when the execution is stopped: nobody needs to know any more what became of others. */
const stopOf = (signal: AbortSignal | undefined) =>
  new Promise<Placed>((resolve) => {
    const stop = () => resolve({ isTaken: true });
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });

/** What comes out for an order that came before with the same key. */
function toEarlier(orderKey: string, placed: Placed): Result {
  if (!placed.isTaken) return { kind: 'notCreated', failure: notTakenBefore(orderKey) };
  const { taskId } = placed;
  return { kind: 'orderedBefore', orderKey, ...(taskId !== undefined && { taskId }) };
}

/** What becomes of an item without a request; undefined for one that is to be sent. */
function settleWithoutSending(
  { order, failure }: Plan,
  itemIndex: number,
  orders: Orders,
): Result | undefined {
  const earlier = orders.find(itemIndex, order?.fingerprint);
  const isShown = order?.settings.preview === true;
  const resendUnknown = order?.settings.resendUnknown === true && !isShown;
  if (earlier !== undefined && !maySend({ earlier, resendUnknown }).may) return earlier;
  if (order === undefined) return { kind: 'notCreated', failure };
  return isShown ? { kind: 'preview', fingerprint: order.fingerprint } : undefined;
}

function refuseTooMany(wanted: number, spent: number, maxVideos: number): Failure | undefined {
  if (wanted === 0 || spent + wanted <= maxVideos) return undefined;
  const before = spent === 0 ? '' : ` ${spent} ${spent === 1 ? 'was' : 'were'} ordered before.`;
  const ofThese = spent === 0 ? '' : ` for ${wanted === 1 ? 'it' : 'them'}`;
  const advice = 'Send fewer items, or raise Most Videos per Execution in the node’s options.';
  return {
    reason: 'tooManyVideos',
    message: `This would create ${wanted} ${wanted === 1 ? 'video' : 'videos'}, but the limit is ${maxVideos} per execution.${before}`,
    description: `Nothing was charged${ofThese}. ${advice}`,
    advice,
    paid: 'no',
  };
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
