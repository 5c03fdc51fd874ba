import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { sleep } from '../concurrency/sleep';
import { taskField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import type { Service } from '../service/connectService';
import { defaults } from './fields/options';
import { Ledger } from './ledger';
import type { Plan } from './planItems';
import { readOutcome, type Outcome } from './readOutcome';
import { Gate, sendOnce } from './sendOnce';

/** notTried: left undone because another item had failed and the node is set to stop. */
export type Result = Outcome | { kind: 'notTried' };

/**
 * Sends the planned requests with bounded concurrency, one result per plan and in their order.
 * An item that an earlier try of this execution got accepted is taken from the ledger instead.
 *
 * @param context - the running node
 * @param service - where to send them
 * @param plans - one per input item
 * @param stopOnFailure - whether a failed item keeps the items after it from being sent
 */
export async function createVideos(
  context: IExecuteFunctions,
  service: Service,
  plans: readonly Plan[],
  stopOnFailure: boolean,
): Promise<Result[]> {
  const options = context.getNodeParameter('options', 0, {}) as IDataObject;
  const setting = (name: keyof typeof defaults) => Number(options[name] ?? defaults[name]);
  const runIndex = Number(context.evaluateExpression('{{ $runIndex }}', 0));
  const ledger = new Ledger(context.getContext('node'), runIndex, context.getExecutionId());
  const gate = new Gate();
  const cancelSignal = context.getExecutionCancelSignal();
  let stopped = false;

  const send = async ({ request }: { request: GenerationRequest }): Promise<Outcome> =>
    readOutcome(
      await sendOnce(
        async () =>
          await service.createVideo(request, { timeoutMs: setting('timeoutSeconds') * 1000 }),
        gate,
        {
          busyBudgetMs: setting('busySeconds') * 1000,
          now: Date.now,
          sleep: async (ms) => await sleep(ms, cancelSignal),
        },
      ),
      service.baseUrl,
    );

  return await mapConcurrently(plans, setting('concurrency'), async (plan, itemIndex) => {
    if ('failure' in plan) return { kind: 'notCreated', failure: plan.failure };
    const known = ledger.find(itemIndex, plan.fingerprint);
    if (known?.kind === 'accepted') return known;
    if (known && options.resendUnknown !== true) return known;
    if (stopped || cancelSignal?.aborted) return { kind: 'notTried' };

    const outcome = await send(plan);
    ledger.record(itemIndex, plan.fingerprint, outcome);
    if (outcome.kind !== 'accepted') stopped ||= stopOnFailure;
    // Output is lost when the execution is stopped; the log still names what was paid for.
    else context.logger.info(`Created video task ${String(outcome.task[taskField.id])}`);
    return outcome;
  });
}
