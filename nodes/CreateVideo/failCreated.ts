import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toFailure } from '../errors/failEveryItem';
import { toEnding } from '../results/toEnding';
import { giveOut } from '../results/waitForVideos';
import type { WaitItem } from '../results/WaitItem';
import { failWith } from './pay/outcomes';

/**
 * Says of videos that were created why nobody waits for them, with the task of each: they are paid
 * for, and must not be lost with the wait. What came in stays beside each failure: the form cannot be
 * read here.
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
  const endings = failed.map((item) => toEnding(item, () => ({ task: undefined })));
  return await giveOut(context, failed, endings, { shape: { keepInput: true } });
}

const notWaitedFor = (taskId: string, why: string) =>
  failWith(
    'notWaitedFor',
    'yes',
    `Task ${taskId} was created, but we can’t wait for it: ${why}`,
    'The service goes on making it. Fix this, then run Wait for Video with this task ID: that creates no new task and costs nothing.',
    { taskId },
  );
