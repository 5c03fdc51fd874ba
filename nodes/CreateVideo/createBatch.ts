import type { IExecuteFunctions } from 'n8n-workflow';
import { readWishes, type Wishes } from '../delivery/readParameters';
import { hasOneTimeLimit, readTimeLimit } from '../delivery/readTimeLimit';
import type { WaitItem } from '../delivery/WaitItem';
import { taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import { taskIdProblem } from '../tasks/taskIdProblem';
import { withoutSecrets } from '../tasks/withoutSecrets';
import type { Result } from './createVideos';
import { placeOrders } from './placeOrders';
import type { Plan } from './planItems';
import { previewJson } from './previewJson';
import { readOutcome } from './readOutcome';
import { storeBatch } from './storedBatch';

/**
 * Creates the videos of one pass over the input, and notes down what became of each item. How to
 * wait is read and checked for all items before anything is sent.
 *
 * @param earlier - what was created for this pass before, where n8n runs the node once more because
 *   its first item failed; only what certainly was not created is sent again
 */
export async function createBatch(
  context: IExecuteFunctions,
  earlier: readonly WaitItem[] = [],
): Promise<{ items: WaitItem[]; wishes: Wishes }> {
  const { wishes, problems } = readWishes(context, 'skip');
  const ofAll = hasOneTimeLimit(context);
  const ofRow = (itemIndex: number) =>
    ofAll ? undefined : readTimeLimit(context, itemIndex).problem;
  const timeoutMs = (itemIndex: number) =>
    ofAll ? wishes.settings.timeoutMs : (readTimeLimit(context, itemIndex).value ?? 0) * 60_000;

  const settled = new Map(
    earlier
      .filter(({ failure }) => failure?.paid !== 'no')
      .map((item): [number, WaitItem] => [item.itemIndex, item]),
  );
  const isSettled = (itemIndex: number) => settled.has(itemIndex);
  const checks = { problems, ofRow };
  const { plans, results } = await placeOrders(context, checks, isSettled, readForWait);
  const items = results.flatMap((result, itemIndex) => {
    const known = settled.get(itemIndex);
    return known ?? toWaitItem(result, itemIndex, plans[itemIndex]!, timeoutMs);
  });
  storeBatch(context, { items });
  return { items, wishes };
}

/** What an answer means for someone who waits: of one that broke off, the task's id is enough. */
const readForWait: typeof readOutcome = (answer, baseUrl) => {
  const outcome = readOutcome(answer, baseUrl);
  const { taskId } = answer as { taskId?: string };
  const isMade = answer.kind === 'unreadable' && taskId !== undefined;
  if (!isMade || taskIdProblem(taskId) !== undefined) return outcome;
  return { kind: 'accepted', task: { [taskField.id]: taskId } };
};

function toWaitItem(
  result: Result,
  itemIndex: number,
  { label, order }: Plan,
  timeoutMs: (itemIndex: number) => number,
): WaitItem[] {
  const row = { itemIndex, ...(label !== undefined && { label }) };
  switch (result.kind) {
    case 'accepted': {
      const task = { [taskField.status]: taskStatus.pending, ...result.task } as unknown as Task;
      const created = withoutSecrets(task, order?.service.secrets ?? []);
      const taskId = String(result.task[taskField.id]);
      return [{ ...row, taskId, timeoutMs: timeoutMs(itemIndex), created }];
    }
    case 'preview':
      return [{ ...row, shown: previewJson(result.fingerprint) }];
    case 'notTried':
      return [];
    default:
      return [{ ...row, failure: result.failure }];
  }
}
