import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toEnding } from '../results/toEnding';
import { giveOut } from '../results/waitForVideos';
import type { WaitItem } from '../results/WaitItem';
import type { Failure } from '../errors/Failure';
import { toFailure } from '../errors/failEveryItem';

/**
 * Says of videos that were created why nobody waits for them, with the task of each: they are paid
 * for, and must not be lost with the wait.
 *
 * @param error - what keeps the node from waiting
 * @throws the failure when the node is to stop on errors; the error itself when the execution was
 *   stopped
 */
export async function failCreated(
  context: IExecuteFunctions,
  items: readonly WaitItem[],
  error: unknown,
): Promise<INodeExecutionData[]> {
  if (context.getExecutionCancelSignal()?.aborted) throw error;
  const { message } = toFailure(error, 'yes');
  const failed = items.map((item): WaitItem => {
    const { taskId } = item;
    return taskId === undefined ? item : { ...item, failure: notWaitedFor(taskId, message) };
  });
  return await giveOutFailed(context, failed);
}

const notWaitedFor = (taskId: string, message: string): Failure => ({
  message: `Task ${taskId} was created, but we can’t wait for it: ${message}`,
  description:
    'The video was charged, and the service goes on making it. Fix this, then run Wait for Video with this task ID: that creates no new task and costs nothing.',
  reason: 'notWaitedFor',
  paid: 'yes',
  taskId,
});

/** Nothing is sent where it is not certain that nothing was. */
const lostBatch: Failure = {
  message: 'n8n woke this node without the list of what it had created',
  description:
    'The videos may have been created and charged. Check the service’s dashboard before you order them again.',
  reason: 'lostBatch',
  paid: 'unknown',
};

/** Says of all rows that n8n lost what came of them. */
export async function failAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = context.getInputData().map((_, itemIndex) => ({ itemIndex, failure: lostBatch }));
  return await giveOutFailed(context, items);
}

/** The form cannot be read here; what came in stays beside each failure. */
async function giveOutFailed(context: IExecuteFunctions, items: readonly WaitItem[]) {
  const endings = items.map((item) => toEnding(item, () => ({ task: undefined })));
  return await giveOut(context, items, endings, { shape: { keepInput: true } });
}
