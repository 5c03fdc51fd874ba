import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from '../concurrency/sleep';
import { FailureError, type Failure } from '../errors/Failure';
import { taskField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { openDedupStore } from '../n8n/dedupStore';
import { instanceTypeOf, readPass } from '../n8n/execution';
import { isToolCall, readAgentTry } from '../n8n/toolCall';
import { connectService, type Service } from '../service/connectService';
import { notSentCode } from '../service/sendPaced';
import { hasSlept } from '../sleep/putToSleep';
import { mayStore, storeAndGoOn } from '../sleep/storeAndGoOn';
import { memory } from './memory';
import { planItems } from './order/planItems';
import { Ledger, type Book } from './pay/Ledger';
import type { OrderWorld } from './pay/orderRows';
import { readOutcome } from './pay/outcomes';
import type { Outcome, Row } from './pay/Pass';
import { patience } from './pay/patience';
import { sendOnce } from './pay/sendOnce';

/** What ordering reads of the running node, and what it asks of n8n and of the service. */
export type Door = ReturnType<typeof openDoor>;

/** Opens the running node for one visit: behind this, ordering knows nothing of n8n. */
export function openDoor(context: IExecuteFunctions) {
  const executionId = context.getExecutionId();
  const isTool = isToolCall(context);
  const { retryOnFail, maxTries = 3 } = context.getNode();
  let connecting: Promise<Service> | undefined;
  const connect = () => (connecting ??= connectService(context));
  return {
    executionId,
    ledger: openLedger(context, isTool),
    world: openWorld(context, connect),
    /** What n8n makes of the setting "Max. Tries". It counts anew whenever the execution has slept. */
    mostTries: retryOnFail === true ? Math.min(5, maxTries) : Infinity,
    /** Whether the execution comes from a sleep. */
    isWoken: hasSlept(context.getInputData()),
    timeZone: context.getTimezone(),
    /** Checks all items; see {@link planItems}. */
    planItems: async (problems: readonly string[]) => await planItems(context, connect, problems),
    /** Whether the execution can be stored between pages. */
    mayStore: async () => await mayStore(context),
    /** What is known of orders beyond this execution. */
    openStore: () => openDedupStore(context),
    toError: (failure: Failure, itemIndex?: number) => new FailureError(failure, itemIndex),
    /** Shows a person something beside the output. */
    hint(message: string): void {
      if (message === '' || isTool) return;
      context.addExecutionHints?.({ type: 'info', location: 'outputPane', message });
    },
    /** The types of the nodes behind this one. In another n8n the question may not be possible. */
    nodesBehind: () =>
      (context.getChildNodes?.(context.getNode().name) ?? []).flatMap(({ type, disabled }) =>
        disabled ? [] : type,
      ),
  };
}

/** The record of the pass over its input that the running node is in. */
function openLedger(context: IExecuteFunctions, isTool: boolean): Ledger {
  const stored = context.getContext('node');
  const book = (stored.orders ??= { passes: {} }) as unknown as Book;
  const toolCall = isTool && {
    call: context.getInputData()[0]?.json,
    agentTry: readAgentTry(context),
    nodeName: context.getNode().name,
  };
  const visitor = {
    executionId: context.getExecutionId(),
    passName: readPass(context),
    ...(toolCall && { toolCall }),
  };
  return new Ledger(book, visitor, memory.toolCalls);
}

function openWorld(context: IExecuteFunctions, connect: () => Promise<Service>): OrderWorld {
  const sendRow = async ({ body = '{}' }: Row, halted: AbortSignal) => {
    const service = await connect();
    const request = JSON.parse(body) as GenerationRequest;
    const { answerMs: timeoutMs, busyMs } = patience;
    const answer = await sendOnce(
      (waiting) => service.createVideo(request, { timeoutMs, signal: halted, patience: waiting }),
      busyMs,
      (ms) => sleep(ms, halted),
    );
    const isTakenBack = answer.kind === 'unsent' && answer.code === notSentCode;
    return isTakenBack ? undefined : readOutcome(answer, service.baseUrl);
  };
  const place = placeOf(context);
  return {
    cancelled: context.getExecutionCancelSignal(),
    stopOnFailure: !context.continueOnFail(),
    async send(itemIndex, row, halted) {
      const send = async () => await sendRow(row, halted);
      if (place === undefined) return await send();
      return await memory.sentRequests.once(`${place} ${itemIndex}`, send);
    },
    async claim(rows) {
      const isShared = instanceTypeOf(context) === 'worker';
      return await memory.orderKeys.claim(openDedupStore(context), rows, isShared);
    },
    store: async () => await storeAndGoOn(context),
    log: (itemIndex, outcome) => noteInLog(context.logger, itemIndex, outcome),
  };
}

/** Names this pass of the execution; undefined where n8n starts nothing again from an older state. */
function placeOf(context: IExecuteFunctions): string | undefined {
  const executionId = context.getExecutionId();
  if (isToolCall(context) || !executionId) return undefined;
  return JSON.stringify([executionId, context.getNode().name, readPass(context)]);
}

/** Output is lost when the execution is stopped; the log still names what was paid for. */
function noteInLog(logger: IExecuteFunctions['logger'], itemIndex: number, outcome: Outcome): void {
  if (outcome.kind === 'accepted')
    logger.info(`Created video task ${String(outcome.task[taskField.id])}`);
  if (outcome.kind === 'unknown') {
    const { message, taskId, cause } = outcome.failure;
    const task = taskId === undefined ? 'A video' : `Video task ${taskId}`;
    const said = [message, cause].filter(Boolean).join('; ');
    logger.warn(`${task} may have been charged for row ${itemIndex + 1}: ${said}`);
  }
}
