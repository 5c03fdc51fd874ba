import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { failEveryItem, toFailure } from '../outcomes/failEveryItem';
import { FailureError, failureFor, fill } from '../outcomes/Failure';
import { isOfEngineTwo, isToolCall } from '../n8n/howItRuns';
import { readTimeoutMs } from '../n8n/execution';
import { openForm, type Form } from '../parameters/openForm';
import { choiceOf } from '../parameters/readValue';
import { giveOut } from '../results/giveOut';
import { readRunOptions } from '../results/waitOptions';
import { toRowOutcome, type WaitItem } from '../results/rowOutcome';
import { waitForVideos } from '../results/waitForVideos';
import { beginVisit } from '../sleep/beginVisit';
import { openOrdering, paidUnforeseen, type Ordering } from './openOrdering';
import { readLimits } from './order/readLimits';
import { maySend } from './pay/maySend';
import { endTry, placeOrders, type OrderForm } from './placeOrders';
import { notes } from '../outcomes/notes';
import { tellRun } from '../results/summarize';
import { outcomesOf, toWaitItems } from './toWaitItems';

const readOperation = choiceOf(['createAndWait', 'create']);

/**
 * One run of the node, or one visit where it has slept. The first ones order the videos of this pass
 * over the input, page after page; all further ones only wait.
 */
export async function run(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  return await failEveryItem(
    context,
    () => paidUnforeseen(context),
    async () => {
      if (isOfEngineTwo(context.getExecutionId())) throw new FailureError(failureFor('engineTwo'));
      if ((await beginVisit(context)) === 'end') return [[]];
      const form = openForm(context);
      const operation = await form.field('operation', 'Operation', 'createAndWait', readOperation);
      const waits = operation === 'createAndWait';
      const ordering = openOrdering(context);
      const { pass } = ordering.ledger;
      try {
        if (maySend({ isWaitedFor: pass.isOrdered }) === 'send') {
          if (await placeOrders(ordering, async () => await readForm(context, form, waits)))
            return [[]];
          pass.isOrdered = waits;
        }
        return [await finish(context, ordering, await toWaitItems(pass), waits)];
      } catch (error) {
        return [await failCreated(context, ordering, error)];
      }
    },
  );
}

async function readForm(
  context: IExecuteFunctions,
  form: Form,
  waits: boolean,
): Promise<OrderForm> {
  const limits = await readLimits(form);
  const n8nLimitMs = readTimeoutMs(context);
  const { settings, stayAwake } = await readRunOptions(form, isToolCall(context), n8nLimitMs);
  const conflict = waits ? problemOfTimeout(n8nLimitMs / 60_000, settings.timeoutMs / 60_000) : [];
  return { problems: [...form.problems, ...conflict], limits, stayAwake };
}

/**
 * Says that n8n may cancel the execution while it still waits: a canceled one never tells what became
 * of its video. Such a limit counts the sleep too when n8n's timer wakes the execution.
 */
function problemOfTimeout(n8nMinutes: number, limitMinutes: number): string[] {
  if (limitMinutes <= n8nMinutes) return [];
  const [before, after] = [n8nMinutes, limitMinutes].map((min) => Math.round(min * 100) / 100);
  return [fill(notes.timeoutIsShorter, { before, after })];
}

/**
 * Waits for the videos, where the operation is "Create and Wait", whatever became of other rows, and
 * gives out what came of each.
 *
 * @throws what became of the batch, when the node is to stop on errors and a row has failed
 */
async function finish(
  context: IExecuteFunctions,
  ordering: Ordering,
  items: WaitItem[],
  waits: boolean,
) {
  if (items.every(({ taskId }) => taskId === undefined)) endTry(ordering, outcomesOf(items));
  ordering.showTasks();
  // An expression may come to something else when the execution wakes.
  const form = openForm(context);
  const options = await readRunOptions(form, isToolCall(context), readTimeoutMs(context));
  if (form.problems.length > 0) throw new UserError(form.problems.join(' '));
  const outcomes = waits ? await waitForVideos(context, items, options) : outcomesOf(items);
  if (outcomes === undefined) return [];
  endTry(ordering, outcomes);
  ordering.hideTasks();
  ordering.hint(tellRun(outcomes, waits));
  const given = await giveOut(context, outcomes, options.shape);
  ordering.ledger.close();
  return given;
}

/**
 * Says of videos that were created why nobody waits for them, with the task of each: they are paid
 * for, and must not be lost with the wait. What came in stays beside each failure: the form cannot be
 * read here.
 *
 * @param error - what keeps the node from ordering or waiting
 * @throws the failure when the node is to stop on errors; the error itself when it says all, nothing
 *   was ordered, or the execution was stopped
 */
async function failCreated(context: IExecuteFunctions, { ledger }: Ordering, error: unknown) {
  const isStopped = context.getExecutionCancelSignal()?.aborted === true;
  if (error instanceof FailureError || isStopped || ledger.taskIds.length === 0) throw error;
  const { message: why } = toFailure(error, 'yes');
  const items = await toWaitItems(ledger.pass);
  const outcomes = items.map((item) =>
    toRowOutcome(item, (taskId) => ({ failure: failureFor('notWaitedFor', { taskId }, { why }) })),
  );
  return await giveOut(context, outcomes, { keepInput: true });
}
