import type { IExecuteFunctions } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { readWishes, type Wishes } from '../results/readParameters';
import { hasOneTimeLimit, readTimeLimit } from '../results/readTimeLimit';
import type { WaitItem } from '../results/WaitItem';
import type { Failure } from '../errors/Failure';
import { taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import { taskIdProblem } from '../tasks/taskIdProblem';
import { orderedBeforeJson } from './pay/orderedBefore';
import { placeOrders } from './placeOrders';
import { previewJson } from './order/previewJson';
import { readOutcome } from './pay/readCreateAnswer';
import { Orders } from './pay/orders';
import type { Pass, Row } from './pay/Pass';

/**
 * Creates the videos of one pass over the input, and notes down what became of each item. How to
 * wait is read and checked for all items before anything is sent.
 *
 * Once that is noted, nothing of it is sent again before a person retries the execution, also not what
 * was refused: n8n could be killed while it is awake for that, and would then send it a second time.
 */
export async function createBatch(
  context: IExecuteFunctions,
): Promise<{ pass: Pass; wishes: Wishes }> {
  const { wishes, problems } = await readWishes(context, 'skip');
  // Read once: an expression that fails when the video is paid for would lose it.
  const limits = new Map<number, number>();
  const ofRow = (itemIndex: number) => {
    if (hasOneTimeLimit(context)) return undefined;
    const { value, problem } = readTimeLimit(context, itemIndex);
    if (value !== undefined) limits.set(itemIndex, value * 60_000);
    return problem;
  };
  const timeoutMs = (itemIndex: number) => limits.get(itemIndex) ?? wishes.settings.timeoutMs;

  const checks = { problems, ofRow };
  const placing = { checks, read: readForWait, next: 'bringHome' } as const;
  const { plans, results, stop } = await placeOrders(context, placing);
  const rows = results.map((result, itemIndex) => {
    const { label } = plans[itemIndex]!;
    const limit = { timeoutMs: timeoutMs(itemIndex) };
    return { result, ...limit, ...(label !== undefined && { label }) };
  });
  return { pass: new Orders(context).beginWait(rows, stop), wishes };
}

/** What an answer means for someone who waits: of one that broke off, the task's id is enough. */
const readForWait: typeof readOutcome = (answer, baseUrl) => {
  const outcome = readOutcome(answer, baseUrl);
  const { taskId } = answer as { taskId?: string };
  const isMade = answer.kind === 'unreadable' && taskId !== undefined;
  if (!isMade || taskIdProblem(taskId) !== undefined) return outcome;
  return { kind: 'accepted', task: { [taskField.id]: taskId } };
};

const notSent: Failure = {
  message: 'This row wasn’t sent, because another row had failed',
  description: 'Nothing was charged for it.',
  reason: 'notSent',
  paid: 'no',
};

/** What the rows of a pass are to the wait. */
export const toWaitItems = async ({ rows }: Pass): Promise<WaitItem[]> =>
  await mapInTurns(Object.entries(rows), ([index, row]) => toWaitItem(row, Number(index)));

function toWaitItem({ result, label, timeoutMs = 0 }: Row, itemIndex: number): WaitItem {
  const row = { itemIndex, ...(label !== undefined && { label }) };
  switch (result.kind) {
    case 'accepted': {
      const { task } = result;
      const created = { [taskField.status]: taskStatus.pending, ...task } as unknown as Task;
      return { ...row, taskId: String(task[taskField.id]), timeoutMs, created };
    }
    case 'preview':
      return { ...row, shown: previewJson(result.fingerprint) };
    case 'orderedBefore': {
      const { orderKey, taskId } = result;
      if (taskId === undefined) return { ...row, shown: orderedBeforeJson(orderKey, taskId) };
      return { ...row, taskId, timeoutMs, orderedBefore: true };
    }
    case 'notTried':
      return { ...row, failure: notSent };
    default:
      return { ...row, failure: result.failure };
  }
}
