import { memory } from './memory';
import type { Door } from './openDoor';
import type { Plan } from './order/planItems';
import type { Ledger, Planned } from './pay/Ledger';
import { maySend } from './pay/maySend';
import { failureOf, type Row } from './pay/Pass';
import { periodAt, takePlaces } from './pay/spendingLimit';

/**
 * Checks all items, and writes down which of them are to be sent. Sends nothing.
 *
 * @param problems - what is wrong with settings of the whole run, in whole sentences
 * @returns whether rows may be sent: not where one is wrong and the node stops on errors
 */
export async function planRows(door: Door, problems: readonly string[]): Promise<boolean> {
  const { ledger, executionId, world } = door;
  const { plans, limit } = await door.planItems(problems);
  for (const [itemIndex, plan] of plans.entries())
    ledger.plan(itemIndex, planRow(plan, itemIndex, ledger));
  // What an earlier execution left unknown stays so: a person who retries it wants the others.
  const isWrong = ({ result, executionId: by }: Row) =>
    failureOf(result) !== undefined && by === executionId;
  if (world.stopOnFailure && ledger.rows.some(isWrong)) return false;
  if (limit === undefined || ledger.planned.length === 0) return true;

  // Room in the Spending Limit for all rows that are to be sent; otherwise none is.
  const { per } = limit;
  const period =
    per === 'execution' ? `execution ${executionId}` : periodAt(Date.now(), per, door.timeZone);
  const store = door.openStore();
  const failure = await memory.orderKeys.inTurn(store, () =>
    takePlaces(store, ledger.pass, limit, period),
  );
  if (failure === undefined) return true;
  for (const itemIndex of ledger.planned) ledger.settle(itemIndex, { kind: 'notCreated', failure });
  return false;
}

/** What is to become of a row. */
function planRow({ order, failure, label }: Plan, itemIndex: number, ledger: Ledger): Planned {
  const request = order?.fingerprint ?? '';
  const row = { request, ...(label !== undefined && { label }) };
  const earlier = ledger.find(itemIndex, order?.fingerprint);
  if (earlier !== undefined && !maySend({ earlier })) return { ...row, result: earlier };
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
