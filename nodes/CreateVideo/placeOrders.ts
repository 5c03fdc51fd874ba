import type { Failure } from '../errors/Failure';
import { taskField } from '../generated/contract';
import { newLine } from '../sleep/tellSleep';
import { memory } from './memory';
import type { Door } from './openDoor';
import { orderRows } from './pay/orderRows';
import type { Pass } from './pay/Pass';
import { giveBackPlaces } from './pay/spendingLimit';
import { summarizeStop } from './pay/tellRows';
import { planRows } from './planRows';

/** What the form says besides the requests themselves. */
export interface Preparation {
  /** What is wrong with settings of the whole run, in whole sentences. */
  problems: readonly string[];
  /** The person wants the execution to keep running. */
  staysAwake?: boolean;
}

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
 * @returns whether the execution is stored and goes on at once; otherwise each row has come to something
 * @throws what became of the batch, when the node is to stop on errors and an item has failed
 */
export async function placeOrders(
  door: Door,
  prepare: () => Promise<Preparation>,
): Promise<boolean> {
  const { ledger, world } = door;
  if (door.isWoken && ledger.rows.length === 0) throw door.toError(lostBatch);
  let mayOrder = ledger.hasPage;
  let staysAwake = false;
  if (!mayOrder && ledger.failedTries < door.mostTries) {
    const preparation = await prepare();
    staysAwake = preparation.staysAwake === true;
    ledger.closeLostPage();
    mayOrder = await planRows(door, preparation.problems);
  }
  if (mayOrder && ledger.planned.length > 0) {
    const isBatch = ledger.rows.length > 1;
    const inPages = isBatch && !staysAwake && (await door.mayStore());
    if (await orderRows(ledger, inPages, world)) {
      door.hint(describeOrdered(ledger.pass));
      return true;
    }
  }
  if (ledger.pass.places !== undefined) {
    const store = door.openStore();
    await memory.orderKeys.inTurn(store, () => giveBackPlaces(store, ledger.pass));
  }
  const stop = summarizeStop(ledger.rows, door.executionId);
  if (stop === undefined) return false;
  ledger.noteFailedTry();
  if (world.stopOnFailure) throw door.toError(stop.failure, stop.itemIndex);
  return false;
}

/** What n8n shows while the execution is stored between two pages: each task that was ordered. */
function describeOrdered({ rows }: Pass): string {
  const results = Object.values(rows).map(({ result }) => result);
  const taskIds = results.flatMap((result) =>
    result.kind === 'accepted' ? [String(result.task[taskField.id])] : [],
  );
  const left = results.filter(({ kind }) => kind === 'planned').length;
  const summary = `n8n is still ordering: ${left} of ${results.length} rows are left. Stopping the execution doesn’t stop videos that are already ordered: copy their IDs before you do.`;
  return [summary, ...taskIds].join(newLine);
}
