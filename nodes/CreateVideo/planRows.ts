import type { IExecuteFunctions } from 'n8n-workflow';
import { openDedupStore } from '../n8n/dedupStore';
import type { Service } from '../service/connectService';
import { memory } from './memory';
import { planItems, type Plan } from './order/planItems';
import type { SpendingLimit } from './order/SpendingLimit';
import type { Ledger, Planned } from './pay/Ledger';
import { maySend } from './pay/maySend';
import { failureOf, type Row } from './pay/Pass';
import { periodAt, takePlaces } from './pay/spendingLimit';

/**
 * Checks all items, and writes down which of them are to be sent. Sends nothing.
 *
 * @param problems - what is wrong with settings of the whole run, in whole sentences
 * @param stopOnFailure - whether a row that fails keeps the others from being sent
 * @returns the service, where any row may be sent
 */
export async function planRows(
  context: IExecuteFunctions,
  ledger: Ledger,
  problems: readonly string[],
  stopOnFailure: boolean,
): Promise<Service | undefined> {
  const { plans, limit } = await planItems(context, problems);
  for (const [itemIndex, plan] of plans.entries())
    ledger.plan(itemIndex, planRow(plan, itemIndex, ledger));
  // What an earlier execution left unknown stays so: a person who retries it wants the others.
  const isFailed = ({ result, executionId }: Row) =>
    failureOf(result) !== undefined && executionId === context.getExecutionId();
  if (stopOnFailure && Object.values(ledger.pass.rows).some(isFailed)) ledger.leaveUntried();
  if (limit !== undefined && ledger.planned.length > 0) await keepLimit(context, ledger, limit);
  return plans.find(({ order }) => order !== undefined)?.order?.service;
}

/** What is to become of a row. */
function planRow({ order, failure, label }: Plan, itemIndex: number, ledger: Ledger): Planned {
  const request = order?.fingerprint ?? '';
  const row = { request, ...(label !== undefined && { label }) };
  const earlier = ledger.find(itemIndex, order?.fingerprint);
  if (earlier !== undefined && !maySend({ earlier }).may) return { ...row, result: earlier };
  if (order === undefined) return { ...row, result: { kind: 'notCreated', failure } };
  if (order.isPreview) return { ...row, result: { kind: 'preview', fingerprint: request } };
  const { orderKey } = order;
  return {
    ...row,
    result: { kind: 'planned' },
    body: JSON.stringify(order.request),
    ...(orderKey !== undefined && { orderKey }),
  };
}

/** Takes room in the Spending Limit for all rows that are to be sent; otherwise none is. */
async function keepLimit(
  context: IExecuteFunctions,
  ledger: Ledger,
  limit: SpendingLimit,
): Promise<void> {
  const { per } = limit;
  const period =
    per === 'execution'
      ? `execution ${context.getExecutionId()}`
      : periodAt(Date.now(), per, context.getTimezone());
  const store = openDedupStore(context);
  const failure = await memory.orderKeys.inTurn(store, () =>
    takePlaces(store, ledger.pass, limit, period),
  );
  if (failure === undefined) return;
  for (const itemIndex of ledger.planned) ledger.settle(itemIndex, { kind: 'notCreated', failure });
}
