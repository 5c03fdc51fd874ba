import type { IExecuteFunctions } from 'n8n-workflow';
import { readTimeoutMs } from '../n8n/execution';
import { isToolCall } from '../n8n/howItRuns';
import { notes } from '../outcomes/money';
import { FailureError, failureFor, fill } from '../outcomes/Failure';
import type { Form } from '../parameters/readValue';
import { readRunOptions } from '../results/waitOptions';
import { readLimits } from './fields/options';
import type { Ordering } from './openOrdering';

/** What the form says besides the requests themselves; what is wrong with it, in whole sentences. */
export type OrderForm = Awaited<ReturnType<typeof readForm>>;

export async function readForm(context: IExecuteFunctions, form: Form, waits: boolean) {
  const { problems } = form;
  const limits = await readLimits(form);
  const n8nLimitMs = readTimeoutMs(context);
  const { settings, stayAwake } = await readRunOptions(form, isToolCall(context), n8nLimitMs);
  // A canceled execution never tells what became of its video. Such a limit counts the sleep too when
  // n8n's timer wakes it.
  if (waits && settings.timeoutMs > n8nLimitMs) {
    const toMinutes = (ms: number) => Math.round(ms / 600) / 100;
    const about = { before: toMinutes(n8nLimitMs), after: toMinutes(settings.timeoutMs) };
    problems.push(fill(notes.timeoutIsShorter, about));
  }
  return { problems, limits, stayAwake };
}

/**
 * Checks all rows, and writes down which of them are to be sent, and how. Sends nothing.
 *
 * @returns whether rows are to be sent: none where one is wrong and the node stops on errors
 * @throws when it is not certain which rows were ordered before
 */
export async function planRows(
  ordering: Ordering,
  readForm: () => Promise<OrderForm>,
): Promise<boolean> {
  const { ledger, ports } = ordering;
  // Nothing is sent where it is not certain that nothing was.
  if (ordering.isWoken && ledger.rows.length === 0) throw new FailureError(failureFor('lostBatch'));
  if (!ledger.hasTriesLeft) return false;
  const { problems, limits, stayAwake } = await readForm();
  const plans = await ordering.planItems(problems);
  plans.forEach((plan, itemIndex) => ledger.plan(itemIndex, plan));
  const { planned, pass } = ledger;
  if (planned.length === 0 || (ports.stopOnFailure && ledger.hasFailure)) return false;
  pass.limits = limits;
  // Behind the first pass, earlier ones would be paid again if n8n was killed meanwhile.
  pass.isPaged = (ledger.rows.length > 1 || !ordering.isFirstPass) && !stayAwake;
  // A single row takes its room or not; of several, all have room or none is sent.
  if (planned.length === 1 || limits.length === 0) return true;
  const failure = await ordering.checkRoom(ledger.rowsAt(planned));
  if (failure === undefined) return true;
  for (const itemIndex of planned) ledger.settle(itemIndex, { kind: 'notCreated', failure });
  return false;
}
