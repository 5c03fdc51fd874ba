import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { hintAtInput, readTimeoutMs } from '../n8n/execution';
import { isOfEngineTwo, isToolCall } from '../n8n/howItRuns';
import { failEveryItem, toFailure } from '../outcomes/failEveryItem';
import { FailureError, failureFor } from '../outcomes/Failure';
import { openForm, choiceOf } from '../parameters/readValue';
import { giveOut } from '../results/giveOut';
import { readRunOptions } from '../results/waitOptions';
import { describeStop, tellRun } from '../results/summarize';
import { toRowOutcome, type RowOutcome, type WaitItem } from '../results/rowOutcome';
import { waitForVideos } from '../results/waitForVideos';
import { beginVisit } from '../sleep/beginVisit';
import { hintAtOutput } from '../sleep/tellSleep';
import { openOrdering, paidUnforeseen, showTasks, type Ordering } from './openOrdering';
import { orderPages } from './pay/orderPages';
import { planRows, readForm, type OrderForm } from './planRows';
import { mapInTurns } from '../concurrency/mapItems';
import { operations, taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import type { LedgerRow } from './pay/Ledger';

const readOperation = choiceOf(['createAndWait', 'create']);

/** Runs the node, anew after each sleep. */
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
      try {
        const given = await goOn(
          ordering,
          waits,
          async () => await readForm(context, form, waits),
          async (isWaiting) => await finish(context, ordering, isWaiting),
        );
        return [given ?? []];
      } catch (error) {
        return [await failCreated(context, ordering, error)];
      }
    },
  );
}

/**
 * Goes on with a pass from the phase that is stored with it.
 *
 * @param waits - whether the operation is "Create and Wait"
 * @param finish - waits for what was ordered, if it should, and gives it out
 * @returns undefined if another visit sends the next page
 */
export async function goOn<Given>(
  ordering: Ordering,
  waits: boolean,
  readForm: () => Promise<OrderForm>,
  finish: (isWaiting: boolean) => Promise<Given>,
): Promise<Given | undefined> {
  const { ledger, ports } = ordering;
  const whenOrdered = waits ? 'wait' : 'giveOut';
  for (;;)
    switch (ledger.pass.phase) {
      case 'plan':
        ledger.pass.phase = (await planRows(ordering, readForm)) ? 'order' : whenOrdered;
        break;
      case 'order':
        if (await orderPages(ledger, ports)) return undefined;
        ledger.pass.phase = whenOrdered;
        break;
      case 'wait':
        return await finish(true);
      case 'giveOut':
        return await finish(false);
    }
}

/**
 * Waits for the videos, whatever became of other rows, and gives out what came of each.
 *
 * @returns nothing while the execution sleeps
 * @throws what became of the batch, if a row has failed and the node stops on errors
 */
async function finish(
  context: IExecuteFunctions,
  ordering: Ordering,
  waits: boolean,
): Promise<INodeExecutionData[]> {
  const { ledger } = ordering;
  const items = await toWaitItems(ledger.rows);
  if (items.every(({ taskId }) => taskId === undefined)) endTry(ordering, outcomesOf(items));
  showTasks(context, ledger);
  // Expressions may have changed while the execution slept.
  const form = openForm(context);
  const options = await readRunOptions(form, isToolCall(context), readTimeoutMs(context));
  if (form.problems.length > 0) throw new UserError(form.problems.join(' '));
  const outcomes = waits ? await waitForVideos(context, items, options) : outcomesOf(items);
  if (outcomes === undefined) return [];
  // Behind an MCP server, whoever asks again for what has failed wants another try.
  if (outcomes[0]?.failure?.reason === 'failed') ledger.close();
  endTry(ordering, outcomes);
  hintAtInput(context, undefined);
  // A model can do nothing with it.
  hintAtOutput(context, isToolCall(context) ? '' : tellRun(outcomes, waits));
  const given = await giveOut(context, outcomes, options.shape);
  ledger.close();
  return given;
}

/** @throws what became of the batch, if a row has failed and the node stops on errors */
export function endTry({ ledger, ports }: Ordering, outcomes: readonly RowOutcome[]): void {
  const stop = ports.stopOnFailure ? describeStop(outcomes) : undefined;
  if (stop === undefined) return;
  ledger.endTry();
  throw stop;
}

/**
 * Gives out the tasks of videos that nobody waits for because of an error: they are paid for. All input
 * fields are kept, because the form may be what can't be read.
 *
 * @throws the failure, if the node stops on errors; or the error itself, if it says all, nothing was
 *   ordered, or the execution was stopped
 */
async function failCreated(context: IExecuteFunctions, { ledger }: Ordering, error: unknown) {
  const isStopped = context.getExecutionCancelSignal()?.aborted === true;
  if (error instanceof FailureError || isStopped || ledger.taskIds.length === 0) throw error;
  const { message: why } = toFailure(error, 'yes');
  const items = await toWaitItems(ledger.rows);
  const outcomes = items.map((item) =>
    toRowOutcome(item, (taskId) => ({ failure: failureFor('notWaitedFor', { taskId }, { why }) })),
  );
  return await giveOut(context, outcomes, { keepInput: true });
}

const notSent = failureFor('notSent');

/** What the wait and the output need of the rows. */
export const toWaitItems = async (rows: readonly LedgerRow[]): Promise<WaitItem[]> =>
  await mapInTurns(rows, toItem);

/** What came of rows whose tasks weren't waited for. */
export const outcomesOf = (items: readonly WaitItem[]): RowOutcome[] =>
  items.map((item) => toRowOutcome(item, () => ({ task: item.created })));

function toItem(row: LedgerRow, itemIndex: number): WaitItem {
  const { state, orderKey, atMs, label, isRepeated } = row;
  const item = { itemIndex, orderKey, label };
  switch (state.kind) {
    case 'accepted': {
      const taskId = String(state.task[taskField.id]);
      const created = { [taskField.status]: taskStatus.pending, ...state.task } as unknown as Task;
      const made = { ...item, taskId, created, createdAtMs: atMs };
      return isRepeated ? { ...made, paid: 'no', isFromBefore: true } : { ...made, paid: 'yes' };
    }
    case 'preview': {
      const asked = { ...operations.createVideo, request: state.request };
      return { ...item, paid: 'no', shown: { preview: true, paid: 'no', ...asked } };
    }
    case 'orderedBefore': {
      const { taskId, isChanged } = state;
      const known = { ...(taskId !== undefined && { taskId }), isChanged };
      return { ...item, ...known, isFromBefore: true, paid: 'no' };
    }
    case 'planned':
    case 'sending':
      return { ...item, failure: notSent };
    default:
      return { ...item, failure: state.failure };
  }
}
