import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Failure } from '../errors/Failure';
import { toNodeError } from '../errors/raise';
import { openDedupStore } from '../n8n/dedupStore';
import type { Service } from '../service/connectService';
import { hasSlept } from '../sleep/putToSleep';
import { mayStore } from '../sleep/storeAndGoOn';
import { memory } from './memory';
import { openWorld } from './orderWorld';
import type { Ledger } from './pay/Ledger';
import { orderRows } from './pay/orderRows';
import { summarizeStop } from './pay/tellRows';
import { planRows } from './planRows';
import { showOrdered } from './showOrdered';

/** What the form says besides the requests themselves. */
export interface Preparation {
  /** What is wrong with settings of the whole run, in whole sentences. */
  problems: readonly string[];
  /** The person wants the execution to keep running. */
  staysAwake?: boolean;
}

/** What one visit of the node came to. */
export type Placed =
  /** The execution is stored, and goes on at once; what the node gives out now is only shown. */
  | { kind: 'stored'; shown: INodeExecutionData[] }
  /** Each row has come to something. */
  | { kind: 'settled' };

/** Nothing is sent where it is not certain that nothing was. */
const lostBatch: Failure = {
  reason: 'lostBatch',
  paid: 'unknown',
  message: 'n8n woke this node without the list of what it had created',
  description:
    'The videos may have been created and charged. Check the service’s dashboard before you order them again.',
};

/**
 * Checks all items, and orders the video of each, page after page.
 *
 * @param prepare - reads the form: a visit that sends a page needs nothing of it
 * @throws what became of the batch, when the node is to stop on errors and an item has failed
 */
export async function placeOrders(
  context: IExecuteFunctions,
  ledger: Ledger,
  prepare: () => Promise<Preparation>,
): Promise<Placed> {
  if (hasSlept(context.getInputData()) && ledger.isNew)
    throw toNodeError(context.getNode(), lostBatch);
  const stopOnFailure = !context.continueOnFail();
  let staysAwake = false;
  let service: Service | undefined;
  if (!ledger.hasPage && ledger.failedTries < mostTriesOf(context)) {
    const preparation = await prepare();
    staysAwake = preparation.staysAwake === true;
    ledger.closeLostPage();
    service = await planRows(context, ledger, preparation.problems, stopOnFailure);
  }
  if (ledger.planned.length > 0) {
    const isBatch = Object.keys(ledger.pass.rows).length > 1;
    const inPages = isBatch && !staysAwake && (await mayStore(context));
    const world = openWorld(context, service);
    if (await orderRows(ledger, { inPages, stopOnFailure }, world))
      return { kind: 'stored', shown: showOrdered(ledger.pass) };
  }
  await giveBackPlaces(context, ledger);
  ledger.leaveUntried();
  const rows = Object.values(ledger.pass.rows);
  const stop = summarizeStop(rows, context.getExecutionId(), true);
  if (stop === undefined) return { kind: 'settled' };
  ledger.noteFailedTry();
  if (!stopOnFailure) return { kind: 'settled' };
  throw toNodeError(context.getNode(), stop.failure, stop.itemIndex);
}

/** What n8n makes of the setting "Max. Tries". It counts anew whenever the execution has slept. */
function mostTriesOf(context: IExecuteFunctions): number {
  const { retryOnFail, maxTries = 3 } = context.getNode();
  return retryOnFail === true ? Math.min(5, maxTries) : Infinity;
}

/** Gives back what was taken of the Spending Limit and not used. */
async function giveBackPlaces(context: IExecuteFunctions, { pass }: Ledger): Promise<void> {
  const { places = [] } = pass;
  delete pass.places;
  if (places.length === 0) return;
  const store = openDedupStore(context);
  // A place that cannot be given back stays taken: that costs nobody anything.
  await memory.orderKeys.inTurn(store, () => store.remove(places)).catch(() => undefined);
}
