import type { IExecuteFunctions } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import type { Failure } from '../errors/Failure';
import type { Service } from '../service/connectService';
import { planItems, type Plan } from './order/planItems';
import type { SpendingLimit } from './order/SpendingLimit';
import type { Ledger, Planned } from './pay/Ledger';
import { maySend } from './pay/maySend';
import { failureOf } from './pay/orderedBefore';
import type { Row } from './pay/Pass';
import { overLimit, periodAt, takePlaces } from './pay/spendingLimit';
import { openOrderStore, orderKeys } from './orderWorld';

/** What the form says besides the requests themselves. */
export interface Preparation {
  /** What is wrong with settings of the whole run, in whole sentences. */
  problems?: readonly string[];
  /** The person wants the execution to keep running. */
  staysAwake?: boolean;
}

/**
 * Checks all items, and writes down which of them are to be sent. Sends nothing.
 *
 * @returns the service, where any row may be sent
 */
export async function planRows(
  context: IExecuteFunctions,
  ledger: Ledger,
  { problems }: Preparation,
  stopOnFailure: boolean,
): Promise<Service | undefined> {
  const { plans, limit } = await planItems(context, problems);
  const mayRetry = ledger.failedTries < mostTriesOf(context);
  const rows = await mapInTurns(plans, (plan, itemIndex) => {
    const { label } = plan;
    return {
      ...planRow(plan, itemIndex, ledger, mayRetry),
      ...(label !== undefined && { label }),
    };
  });
  // Written down at once with the look at the limit, which parallel calls of an agent share.
  const spent = ledger.spent;
  for (const [itemIndex, row] of rows.entries()) ledger.plan(itemIndex, row);
  // What an earlier execution left unknown stays so: a person who retries it wants the others.
  const isFailed = ({ result, executionId }: Row) =>
    failureOf(result) !== undefined && executionId === context.getExecutionId();
  if (stopOnFailure && Object.values(ledger.pass.rows).some(isFailed)) ledger.leaveUntried();
  const refusal = limit && (await takeRoom(context, ledger, limit, spent));
  if (refusal !== undefined)
    for (const itemIndex of ledger.planned)
      ledger.settle(itemIndex, { kind: 'notCreated', failure: refusal });
  return plans.find(({ order }) => order !== undefined)?.order?.service;
}

/** What is to become of a row. */
function planRow(
  { order, failure }: Plan,
  itemIndex: number,
  ledger: Ledger,
  mayRetry: boolean,
): Planned {
  const request = order?.fingerprint ?? '';
  const earlier = ledger.find(itemIndex, order?.fingerprint);
  if (earlier !== undefined && !maySend({ earlier }).may) return { result: earlier, request };
  if (order === undefined) return { result: { kind: 'notCreated', failure }, request };
  if (order.isPreview) return { result: { kind: 'preview', fingerprint: request }, request };
  const refused = mayRetry ? undefined : ledger.findRefusal(itemIndex);
  if (refused !== undefined) return { result: refused, request };
  const { orderKey } = order;
  return {
    result: { kind: 'planned' },
    request,
    body: JSON.stringify(order.request),
    ...(orderKey !== undefined && { orderKey }),
  };
}

/**
 * Takes room in the Spending Limit for all rows that are to be sent. Of rows with the same key, one is.
 *
 * @param spent - what this execution had spent before
 * @returns why nothing may be sent, where there is too little
 */
async function takeRoom(
  context: IExecuteFunctions,
  ledger: Ledger,
  limit: SpendingLimit,
  spent: number,
): Promise<Failure | undefined> {
  const orders = ledger.planned.map((row) => ledger.pass.rows[row]!.orderKey ?? row);
  const wanted = new Set(orders).size;
  if (wanted === 0) return undefined;
  if (limit.per === 'execution') {
    const left = Math.max(limit.videos - spent, 0);
    return wanted > left ? overLimit(wanted, left, limit) : undefined;
  }
  const period = periodAt(Date.now(), limit.per, context.getTimezone());
  const own = (ledger.pass.places ?? []).filter((place) => place.endsWith(` of ${period}`));
  const missing = Math.max(wanted - own.length, 0);
  const store = openOrderStore(context);
  const taken = await orderKeys.inTurn(store, () =>
    takePlaces(store, period, missing, limit.videos),
  );
  if ('left' in taken) return overLimit(wanted, own.length + taken.left, limit);
  ledger.pass.places = [...own, ...taken.places];
  return undefined;
}

/** What n8n makes of the setting "Max. Tries". */
export function mostTriesOf(context: IExecuteFunctions): number {
  const { retryOnFail, maxTries = 3 } = context.getNode();
  return retryOnFail === true ? Math.min(5, maxTries) : Infinity;
}
