import type { IExecuteFunctions } from 'n8n-workflow';
import { toNodeError } from '../errors/raise';
import { createVideos, type Result } from './createVideos';
import type { readOutcome } from './readOutcome';
import { planItems, type Checks, type Plan } from './planItems';
import { summarizeStop } from './summarizeStop';
import { warnAboutCallback } from './warnAboutCallback';

/**
 * Checks all items, and asks the service for the video of each.
 *
 * @param checks - what else must be right before anything is sent
 * @param read - says what an answer of the service means
 * @returns one plan and one result per input item
 * @throws what became of the batch, when the node is to stop on errors and an item has failed
 */
export async function placeOrders(
  context: IExecuteFunctions,
  checks?: Checks,
  read?: typeof readOutcome,
): Promise<{ plans: Plan[]; results: Result[] }> {
  const goesOn = context.continueOnFail();
  const { plans, run } = await planItems(context, checks);
  await warnAboutCallback(context, plans);
  const results = await createVideos(context, plans, run, !goesOn, read);
  if (!goesOn) {
    const labels = plans.map(({ label }) => label);
    const stop = summarizeStop(results, labels);
    if (stop) throw toNodeError(context.getNode(), stop.failure, stop.itemIndex);
  }
  return { plans, results };
}
