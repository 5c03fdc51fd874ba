import type { IExecuteFunctions } from 'n8n-workflow';
import { readTimeoutMs } from '../n8n/execution';
import { isToolCall } from '../n8n/howItRuns';
import { notes } from '../outcomes/money';
import { FailureError, failureFor, fill } from '../outcomes/Failure';
import type { Form } from '../parameters/readValue';
import { readRunOptions } from '../results/waitOptions';
import { readLimits } from './fields/options';
import type { Ordering } from './openOrdering';

export type OrderForm = Awaited<ReturnType<typeof readForm>>;

/** Reads the fields that count for the whole run, and what is wrong with them in whole sentences. */
export async function readForm(context: IExecuteFunctions, form: Form, waits: boolean) {
  const { problems } = form;
  const limits = await readLimits(form);
  const n8nLimitMs = readTimeoutMs(context);
  const { settings, stayAwake } = await readRunOptions(form, isToolCall(context), n8nLimitMs);
  // An execution that n8n cancels never shows its videos. n8n may count the sleep, too.
  if (waits && settings.timeoutMs > n8nLimitMs) {
    const toMinutes = (ms: number) => Math.round(ms / 600) / 100;
    const about = { before: toMinutes(n8nLimitMs), after: toMinutes(settings.timeoutMs) };
    problems.push(fill(notes.timeoutIsShorter, about));
  }
  return { problems, limits, stayAwake };
}

/**
 * Checks all rows, and writes down which of them to send.
 *
 * @returns whether any rows are to be sent; none if one is wrong and the node stops on errors
 * @throws when nobody knows which rows were ordered before
 */
export async function planRows(
  ordering: Ordering,
  readForm: () => Promise<OrderForm>,
): Promise<boolean> {
  const { ledger, ports } = ordering;
  if (ordering.isWoken && ledger.rows.length === 0) throw new FailureError(failureFor('lostBatch'));
  if (!ledger.hasTriesLeft) return false;
  const { problems, limits, stayAwake } = await readForm();
  const plans = await ordering.planItems(problems);
  plans.forEach((plan, itemIndex) => ledger.plan(itemIndex, plan));
  const { planned, pass } = ledger;
  if (planned.length === 0 || (ports.stopOnFailure && ledger.hasFailure)) return false;
  pass.limits = limits;
  // After the first pass, a kill would lose the earlier ones, too, and Retry would pay for them again.
  pass.isPaged = (ledger.rows.length > 1 || !ordering.isFirstPass) && !stayAwake;
  // All rows have room, or none is sent; a single row finds out when it is claimed.
  if (planned.length === 1 || limits.length === 0) return true;
  const failure = await ordering.checkRoom(ledger.rowsAt(planned));
  if (failure === undefined) return true;
  for (const itemIndex of planned) ledger.settle(itemIndex, { kind: 'notCreated', failure });
  return false;
}
