import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from '../concurrency/sleep';
import { taskField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { openDedupStore } from '../n8n/dedupStore';
import { instanceTypeOf, readPass } from '../n8n/execution';
import { isToolCall } from '../n8n/toolCall';
import { connectService, type Service } from '../service/connectService';
import { notSentCode } from '../service/sendPaced';
import { storeAndGoOn } from '../sleep/storeAndGoOn';
import { memory } from './memory';
import type { OrderWorld } from './pay/orderRows';
import { readOutcome } from './pay/outcomes';
import type { Outcome, Row } from './pay/Pass';
import { patience } from './pay/patience';
import { sendOnce } from './pay/sendOnce';

/**
 * Opens what ordering needs of n8n and of the service.
 *
 * @param opened - the service, where the visit has checked rows for it
 */
export function openWorld(context: IExecuteFunctions, opened: Service | undefined): OrderWorld {
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
      patience.busyMs,
      (ms) => sleep(ms, halted),
    );
    const isTakenBack = answer.kind === 'unsent' && answer.code === notSentCode;
    if (isTakenBack && cancelled?.aborted !== true) return undefined;
    return readOutcome(answer, service.baseUrl);
  };
  const place = placeOf(context);
  return {
    cancelled,
    async send(itemIndex, row, halted) {
      const send = async () => await sendRow(row, halted);
      if (place === undefined) return await send();
      return await memory.sentRequests.once(`${place} ${itemIndex}`, send);
    },
    async claim(rows) {
      const isShared = instanceTypeOf(context) === 'worker';
      return await memory.orderKeys.claim(openDedupStore(context), rows, isShared);
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

/** Output is lost when the execution is stopped; the log still names what was paid for. */
function noteInLog(context: IExecuteFunctions, itemIndex: number, outcome: Outcome): void {
  if (outcome.kind === 'accepted')
    context.logger.info(`Created video task ${String(outcome.task[taskField.id])}`);
  if (outcome.kind === 'unknown') {
    const { message, taskId, cause } = outcome.failure;
    const task = taskId === undefined ? 'A video' : `Video task ${taskId}`;
    const said = [message, cause].filter(Boolean).join('; ');
    context.logger.warn(`${task} may have been charged for row ${itemIndex + 1}: ${said}`);
  }
}
