import { sleep, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import type { Failure } from '../errors/Failure';
import type { GenerationRequest } from '../generated/types';
import { connectService } from '../service/connectService';
import { defaults } from './fields/options';
import { Ledger } from './ledger';
import { readOutcome, type Outcome } from './readOutcome';
import { Gate, sendOnce } from './sendOnce';

/** What the checks made of an item: a request to send, or why there is none. */
export type Plan = { request: GenerationRequest } | { failure: Failure };

/** Left undone because another item had failed and the node is set to stop. */
export type Result = Outcome | { kind: 'notTried' };

/**
 * Sends the planned requests with bounded concurrency, one result per plan and in their order.
 * An item that an earlier try of this execution got accepted is taken from the ledger instead.
 *
 * @param context - the running node
 * @param plans - one per input item
 * @param stopOnFailure - whether a failed item keeps the items after it from being sent
 */
export async function createVideos(
  context: IExecuteFunctions,
  plans: readonly Plan[],
  stopOnFailure: boolean,
): Promise<Result[]> {
  const options = context.getNodeParameter('options', 0, {}) as IDataObject;
  const setting = (name: keyof typeof defaults) => Number(options[name] ?? defaults[name]);
  const service = await connectService(context);
  const runIndex = Number(context.evaluateExpression('{{ $runIndex }}', 0));
  const ledger = new Ledger(context.getContext('node'), runIndex, context.getExecutionId());
  const gate = new Gate();
  const cancelSignal = context.getExecutionCancelSignal();
  let stopped = false;

  return await mapConcurrently(plans, setting('concurrency'), async (plan, itemIndex) => {
    if ('failure' in plan) return { kind: 'notCreated', failure: plan.failure };
    const fingerprint = JSON.stringify(plan.request);
    const known = ledger.find(itemIndex, fingerprint);
    if (known?.outcome === 'accepted') return { kind: 'accepted', task: known.task };
    if (known?.outcome === 'unknown' && options.resendUnknown !== true)
      return { kind: 'unknown', failure: known.failure };
    if (stopped || cancelSignal?.aborted) return { kind: 'notTried' };

    const answer = await sendOnce(
      () => service.createVideo(plan.request, { timeoutMs: setting('timeoutSeconds') * 1000 }),
      gate,
      {
        busyBudgetMs: setting('busySeconds') * 1000,
        now: Date.now,
        sleep: async (ms) => await sleep(ms, cancelSignal),
      },
    );
    const outcome = readOutcome(answer, service.baseUrl);
    if (outcome.kind === 'accepted')
      ledger.record(itemIndex, fingerprint, { outcome: 'accepted', task: outcome.task });
    else {
      if (outcome.kind === 'unknown')
        ledger.record(itemIndex, fingerprint, { outcome: 'unknown', failure: outcome.failure });
      stopped ||= stopOnFailure;
    }
    return outcome;
  });
}
