import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from '../concurrency/sleep';
import { taskField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { openDedupStore } from '../n8n/dedupStore';
import { instanceTypeOf } from '../n8n/howItRuns';
import { readPass } from '../n8n/readPass';
import { isToolCall } from '../n8n/toolCall';
import { connectService, type Service } from '../service/connectService';
import { notSentCode } from '../service/sendPaced';
import { storeAndGoOn } from '../sleep/storeAndGoOn';
import type { Ledger } from './pay/Ledger';
import { OrderKeys } from './pay/OrderKeys';
import type { KeyWorld, OrderWorld } from './pay/orderRows';
import type { Row } from './pay/Pass';
import { patience } from './pay/patience';
import { nameIds, type readOutcome, type Outcome } from './pay/readCreateAnswer';
import { sendOnce } from './pay/sendOnce';
import { SentRequests } from './pay/SentRequests';

/** n8n's database keeps so many entries for a node; three for an order at the most. */
const mostEntries = 30_000;

/** What this process knows of the orders with a key. */
export const orderKeys = new OrderKeys({ sleep, random: Math.random });
/** What this process has sent. */
const sentRequests = new SentRequests();

/**
 * Opens what ordering needs of n8n and of the service.
 *
 * @param opened - the service, where the visit has checked rows for it
 */
export function openWorld(
  context: IExecuteFunctions,
  read: typeof readOutcome,
  opened: Service | undefined,
): OrderWorld {
  let connecting: Promise<Service> | undefined;
  const cancelled = context.getExecutionCancelSignal();
  const sendRow = async ({ body = '{}' }: Row, halted: AbortSignal) => {
    const service = opened ?? (await (connecting ??= connectService(context)));
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
  };
  const place = placeOf(context);
  return {
    cancelled,
    async send(itemIndex, row, halted) {
      const send = async () => await sendRow(row, halted);
      if (place === undefined) return await send();
      return await sentRequests.once(`${place} ${itemIndex}`, send);
    },
    store: () => storeAndGoOn(context),
    log: (itemIndex, outcome) => noteInLog(context, itemIndex, outcome),
  };
}

/** Names this pass of the execution; undefined where n8n starts nothing again from an older state. */
function placeOf(context: IExecuteFunctions): string | undefined {
  const executionId = context.getExecutionId();
  if (isToolCall(context) || !executionId) return undefined;
  return JSON.stringify([executionId, context.getNode().name, readPass(context)]);
}

/** Opens what Order Keys need, where a row has one. */
export function openKeys(context: IExecuteFunctions, { pass }: Ledger): KeyWorld | undefined {
  if (Object.values(pass.rows).every(({ orderKey }) => orderKey === undefined)) return undefined;
  const store = openDedupStore(context, mostEntries);
  return { keys: orderKeys, store, isShared: instanceTypeOf(context) === 'worker' };
}

/** Opens the store of the node for what it remembers of its orders. */
export const openOrderStore = (context: IExecuteFunctions) => openDedupStore(context, mostEntries);

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
