import { FailureError } from '../errors/Failure';
import type { Ordering } from './openOrdering';
import type { SpendingLimit } from './order/readSpendingLimit';
import type { Ledger } from './pay/Ledger';
import { orderPages } from './pay/orderPages';
import { failureFor } from './tell/failures';
import { stopOrdering } from './tell/rows';
import { toWaitItems } from './toWaitItems';

/** What the form says besides the requests themselves. */
export interface OrderForm {
  /** What is wrong with settings of the whole run, in whole sentences. */
  problems: readonly string[];
  limit: SpendingLimit | undefined;
  /** The person wants the execution to keep running. */
  stayAwake: boolean;
}

/**
 * Checks all items, and orders the video of each, page after page.
 *
 * @param readForm - not needed by a visit that sends a page
 * @returns whether the execution is stored and goes on at once; otherwise each row has come to something
 * @throws what became of the batch, when the node is to stop on errors and an item has failed
 */
export async function placeOrders(
  ordering: Ordering,
  readForm: () => Promise<OrderForm>,
): Promise<boolean> {
  const { ledger, executionId } = ordering;
  const { pass } = ledger;
  // Nothing is sent where it is not certain that nothing was.
  if (ordering.isWoken && ledger.rows.length === 0) throw new FailureError(failureFor('lostBatch'));
  const failedTries = pass.failedTries[executionId] ?? 0;
  let mayOrder = ledger.page.length > 0;
  let mayStore = mayOrder;
  if (!mayOrder && failedTries < ordering.mostTries) {
    const form = await readForm();
    ledger.closeLostPage();
    mayOrder = await planRows(ordering, form);
    mayStore = ledger.rows.length > 1 && !form.stayAwake;
  }
  if (mayOrder && (await orderPages(ledger, mayStore && (await ordering.mayStore()), ordering))) {
    ordering.hint(describeOrdering(ledger));
    return true;
  }
  await ordering.releaseVideos();

  const stop = stopOrdering(await toWaitItems(pass));
  if (stop === undefined) return false;
  pass.failedTries[executionId] = failedTries + 1;
  if (ordering.stopOnFailure) throw stop;
  return false;
}

/**
 * Checks all items, and writes down which of them are to be sent. Sends nothing.
 *
 * @returns whether rows are to be sent: none where one is wrong and the node stops on errors
 */
async function planRows(ordering: Ordering, { problems, limit }: OrderForm): Promise<boolean> {
  const { ledger, executionId } = ordering;
  const plans = await ordering.planItems(problems);
  plans.forEach((plan, itemIndex) => ledger.plan(itemIndex, plan));
  // What an earlier execution left unknown stays so: a person who retries it wants the others.
  const isWrong = ledger.rows.some(
    (row) => 'failure' in row.result && row.executionId === executionId,
  );
  if (ordering.stopOnFailure && isWrong) return false;
  if (ledger.planned.length === 0) return false;
  if (limit === undefined) return true;

  // Room in the Spending Limit for all rows that are to be sent; otherwise none is.
  const failure = await ordering.reserveVideos(limit);
  if (failure === undefined) return true;
  for (const itemIndex of ledger.planned) ledger.settle(itemIndex, { kind: 'notCreated', failure });
  return false;
}

/** What n8n shows while the execution is stored between two pages. */
function describeOrdering({ rows }: Ledger): string {
  const left = rows.filter(({ result }) => 'body' in result).length;
  return `n8n is still ordering: ${left} of ${rows.length} rows are left. Stopping the execution doesn’t stop videos that are already ordered; you’ll find their IDs above the input.`;
}
