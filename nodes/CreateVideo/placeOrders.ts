import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toNodeError } from '../errors/raise';
import { isOnEngine2 } from '../n8n/engineOf';
import type { Stop } from '../results/WaitItem';
import type { Service } from '../service/connectService';
import { mayStore } from '../sleep/storeAndGoOn';
import { openLedger } from './openLedger';
import { adviseRows } from './pay/adviseRows';
import type { Ledger } from './pay/Ledger';
import { orderRows } from './pay/orderRows';
import { readOutcome } from './pay/readCreateAnswer';
import { summarizeStop, type NextStep } from './pay/summarizeStop';
import { showOrdered } from './showOrdered';
import { openOrderStore, orderKeys, openWorld, openKeys } from './orderWorld';
import { planRows, mostTriesOf, type Preparation } from './planRows';

/** How orders are placed. */
export interface Placing {
  /** Reads the form, when the rows are checked: a visit that sends a page needs nothing of it. */
  prepare?: () => Promise<Preparation>;
  /** Says what an answer of the service means. */
  read?: typeof readOutcome;
  /** What becomes of videos that were created when the node is to stop. */
  next: NextStep;
}

/** What one visit of the node came to. */
export type Placed =
  /** The execution is stored, and goes on at once; what the node gives out now is only shown. */
  | { kind: 'stored'; shown: INodeExecutionData[] }
  /** Each row has come to something. */
  | {
      kind: 'settled';
      ledger: Ledger;
      /** Why the node is to fail when what was created has been brought home. */
      stop?: Stop;
    };

/**
 * Checks all items, and orders the video of each, page after page.
 *
 * @throws what became of the batch, when the node is to stop on errors, an item has failed, and there
 *   is nothing to bring home or a further try of Retry On Fail comes first
 */
export async function placeOrders(context: IExecuteFunctions, placing: Placing): Promise<Placed> {
  const ledger = openLedger(context);
  const stopOnFailure = !context.continueOnFail();
  let staysAwake = false;
  let service: Service | undefined;
  if (!ledger.hasPage) {
    const preparation = (await placing.prepare?.()) ?? {};
    staysAwake = preparation.staysAwake === true;
    ledger.closeLostPage();
    service = await planRows(context, ledger, preparation, stopOnFailure);
  }
  if (ledger.planned.length > 0) {
    const isBatch = Object.keys(ledger.pass.rows).length > 1;
    const canStore = isBatch && !staysAwake && (await mayStore(context));
    const paging = { inPages: canStore, stopOnFailure };
    const world = openWorld(context, placing.read ?? readOutcome, service);
    if (await orderRows(ledger, paging, world, openKeys(context, ledger)))
      return { kind: 'stored', shown: showOrdered(ledger.pass) };
  }
  return await settleRows(context, ledger, placing.next);
}

/** Says what became of the batch, when nothing more of it is sent. */
async function settleRows(
  context: IExecuteFunctions,
  ledger: Ledger,
  next: NextStep,
): Promise<Placed> {
  await giveBackPlaces(context, ledger);
  ledger.leaveUntried();
  const rows = Object.values(ledger.pass.rows);
  const results = rows.map(({ result }) => result);
  const labels = rows.map(({ label }) => label);
  const canRetry = !isOnEngine2(context);
  const stop = summarizeStop(results, labels, next, canRetry);
  if (stop === undefined) return { kind: 'settled', ledger };
  const failedTries = ledger.noteFailedTry();
  if (context.continueOnFail()) {
    adviseRows(rows);
    return { kind: 'settled', ledger };
  }
  const isStopped = context.getExecutionCancelSignal()?.aborted === true;
  const hasCreated = results.some(({ kind }) => kind === 'accepted' || kind === 'orderedBefore');
  const mayTryAgain =
    canRetry && context.getNode().retryOnFail === true && failedTries < mostTriesOf(context);
  if (next === 'bringHome' && hasCreated && !isStopped && !mayTryAgain)
    return { kind: 'settled', ledger, stop };
  // n8n may not try it again after all: then this is the last that is heard of what was created.
  const { failure, itemIndex } = summarizeStop(results, labels, 'retry', canRetry)!;
  throw toNodeError(context.getNode(), failure, itemIndex);
}

async function giveBackPlaces(context: IExecuteFunctions, { pass }: Ledger): Promise<void> {
  const { places = [] } = pass;
  delete pass.places;
  if (places.length === 0) return;
  const store = openOrderStore(context);
  // A place that cannot be given back stays taken: that costs nobody anything.
  await orderKeys.inTurn(store, () => store.remove(places)).catch(() => undefined);
}
