import { FailureError, failureFor } from '../outcomes/Failure';
import type { Ordering } from './openOrdering';
import type { Limit } from './order/readLimits';
import type { Ledger } from './pay/Ledger';
import { orderPages } from './pay/orderPages';
import type { RowOutcome } from '../results/rowOutcome';
import { describeStop } from '../results/summarize';

/** What the form says besides the requests themselves. */
export interface OrderForm {
  /** What is wrong with settings of the whole run, in whole sentences. */
  problems: readonly string[];
  limits: readonly Limit[];
  /** The person wants the execution to keep running. */
  stayAwake: boolean;
}

/**
 * Checks all items, and orders the video of each, page after page.
 *
 * @param readForm - not needed by a visit that sends a page
 * @returns whether the execution is stored and goes on at once; otherwise each row has come to something
 * @throws when it is not certain which rows were ordered before
 */
export async function placeOrders(
  ordering: Ordering,
  readForm: () => Promise<OrderForm>,
): Promise<boolean> {
  const { ledger, executionId } = ordering;
  // Nothing is sent where it is not certain that nothing was.
  if (ordering.isWoken && ledger.rows.length === 0) throw new FailureError(failureFor('lostBatch'));
  let mayOrder = ledger.page.length > 0;
  let mayStore = mayOrder;
  if (!mayOrder && (ledger.pass.failedTries[executionId] ?? 0) < ordering.mostTries) {
    const form = await readForm();
    mayOrder = await planRows(ordering, form);
    // Behind the first pass, earlier ones would be paid again if n8n was killed meanwhile.
    mayStore = (ledger.rows.length > 1 || !ordering.isFirstPass) && !form.stayAwake;
  }
  if (!mayOrder) return false;
  // Found out before anything is paid, also for a single row: what is paid is to be stored soon.
  const canStore = await ordering.canStore();
  const isStored = await orderPages(ledger, mayStore && canStore, ordering);
  if (isStored) ordering.hint(describeOrdering(ledger));
  return isStored;
}

/**
 * Checks all items, and writes down which of them are to be sent. Sends nothing.
 *
 * @returns whether rows are to be sent: none where one is wrong and the node stops on errors
 */
async function planRows(ordering: Ordering, { problems, limits }: OrderForm): Promise<boolean> {
  const { ledger, executionId } = ordering;
  const plans = await ordering.planItems(problems);
  plans.forEach((plan, itemIndex) => ledger.plan(itemIndex, plan));
  // What an earlier execution left unknown stays so: a person who retries it wants the others.
  const isWrong = ledger.rows.some(
    (row) => 'failure' in row.result && row.executionId === executionId,
  );
  if (ordering.stopOnFailure && isWrong) return false;
  if (ledger.planned.length === 0) return false;
  ledger.pass.limits = limits;
  // A single row takes its room or not; of several, all have room or none is sent.
  if (ledger.planned.length === 1 || limits.length === 0) return true;
  const failure = await ordering.checkRoom();
  if (failure === undefined) return true;
  for (const itemIndex of ledger.planned) ledger.settle(itemIndex, { kind: 'notCreated', failure });
  return false;
}

/** What n8n shows while the execution is stored between two pages. */
function describeOrdering({ rows }: Ledger): string {
  const left = rows.filter(({ result }) => 'body' in result).length;
  return `n8n is still ordering: ${left} of ${rows.length} rows are left. Stopping the execution doesn’t stop videos that are already ordered; you’ll find their IDs above the input.`;
}

/**
 * Ends this try where a row has failed and the node is to stop: the next one may order what was not
 * taken.
 *
 * @throws what became of the batch
 */
export function endTry(
  { ledger: { pass }, executionId, stopOnFailure }: Ordering,
  outcomes: readonly RowOutcome[],
): void {
  const stop = stopOnFailure ? describeStop(outcomes) : undefined;
  if (stop === undefined) return;
  pass.isOrdered = false;
  pass.failedTries[executionId] = (pass.failedTries[executionId] ?? 0) + 1;
  throw stop;
}
