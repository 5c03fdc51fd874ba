import type { IExecuteFunctions } from 'n8n-workflow';
import type { Stop } from '../results/WaitItem';
import { toNodeError } from '../errors/raise';
import { isOnEngine2 } from '../n8n/engineOf';
import { createVideos } from './pay/createVideos';
import type { Result } from './pay/Result';
import { Orders } from './pay/orders';
import type { readOutcome } from './pay/readCreateAnswer';
import { planItems, type Checks, type Plan } from './order/planItems';
import { summarizeStop, type NextStep } from './pay/summarizeStop';

/** How orders are placed. */
export interface Placing {
  /** What else must be right before anything is sent. */
  checks?: Checks;
  /** Says what an answer of the service means. */
  read?: typeof readOutcome;
  /** What becomes of videos that were created when the node is to stop. */
  next: NextStep;
}

/** One plan and one result per input item. */
export interface Placed {
  plans: Plan[];
  results: Result[];
  /** Why the node is to fail when what was created has been brought home. */
  stop?: Stop;
}

/**
 * Checks all items, and asks the service for the video of each.
 *
 * @throws what became of the batch, when the node is to stop on errors, an item has failed, and there
 *   is nothing to bring home or a further try of Retry On Fail comes first
 */
export async function placeOrders(
  context: IExecuteFunctions,
  { checks, read, next }: Placing,
): Promise<Placed> {
  const goesOn = context.continueOnFail();
  const { plans, run } = await planItems(context, checks);
  const results = await createVideos(context, plans, run, !goesOn, read);
  if (goesOn) return { plans, results };
  const labels = plans.map(({ label }) => label);
  const canRetry = !isOnEngine2(context);
  const stop = summarizeStop(results, labels, next, canRetry);
  if (stop === undefined) return { plans, results };
  const isStopped = context.getExecutionCancelSignal()?.aborted === true;
  const hasCreated = results.some(({ kind }) => kind === 'accepted' || kind === 'orderedBefore');
  if (next === 'bringHome' && hasCreated && !isStopped && !mayTryAgain(context))
    return { plans, results, stop };
  // n8n may not try it again after all: then this is the last that is heard of what was created.
  const { failure, itemIndex } = summarizeStop(results, labels, 'retry', canRetry)!;
  throw toNodeError(context.getNode(), failure, itemIndex);
}

/** What n8n makes of the setting "Max. Tries". */
const defaultTries = 3;
const mostTries = 5;

/**
 * Notes down a try that fails, and says whether n8n runs the node again at once, because of Retry On
 * Fail, which Engine 2.0 doesn't know. Elsewhere a wrong guess costs nothing: what was created is
 * kept in any case.
 */
function mayTryAgain(context: IExecuteFunctions): boolean {
  const { retryOnFail, maxTries = defaultTries } = context.getNode();
  const failed = new Orders(context).noteFailedTry();
  return retryOnFail === true && !isOnEngine2(context) && failed < Math.min(mostTries, maxTries);
}
