import type { IExecuteFunctions } from 'n8n-workflow';
import type { Stop } from '../delivery/WaitItem';
import { toNodeError } from '../errors/raise';
import { isOnEngine2 } from '../n8n/engineOf';
import { createVideos, type Result } from './createVideos';
import { mayTryAgain } from './mayTryAgain';
import type { readOutcome } from './readOutcome';
import { planItems, type Checks, type Plan } from './planItems';
import { summarizeStop, type NextStep } from './summarizeStop';
import { warnAboutCallback } from './warnAboutCallback';

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
  await warnAboutCallback(context, plans);
  const results = await createVideos(context, plans, run, !goesOn, read);
  if (goesOn) return { plans, results };
  const labels = plans.map(({ label }) => label);
  const stop = summarizeStop(results, labels, next, !isOnEngine2(context));
  if (stop === undefined) return { plans, results };
  const isStopped = context.getExecutionCancelSignal()?.aborted === true;
  const hasCreated = results.some(({ kind }) => kind === 'accepted' || kind === 'orderedBefore');
  if (next === 'bringHome' && hasCreated && !isStopped && !mayTryAgain(context))
    return { plans, results, stop };
  throw toNodeError(context.getNode(), stop.failure, stop.itemIndex);
}
