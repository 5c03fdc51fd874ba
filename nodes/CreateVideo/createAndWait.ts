import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { toFailure } from '../errors/failEveryItem';
import { workflowSettings } from '../n8n/workflowSettings';
import { readWishes, type Wishes } from '../results/readWishes';
import { toEnding } from '../results/toEnding';
import { giveOut, waitForVideos, type Visit } from '../results/waitForVideos';
import type { WaitItem } from '../results/WaitItem';
import { hintNext } from './hintNext';
import { openDoor } from './openDoor';
import { maySend } from './pay/maySend';
import { failWith } from './pay/outcomes';
import { placeOrders } from './placeOrders';
import { toWaitItems } from './toWaitItems';

/**
 * One visit for the operation "Create and Wait". The first ones order the videos of this pass over
 * the input, page after page; all further ones only wait.
 */
export async function createAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const door = openDoor(context);
  const { pass } = door.ledger;
  if (maySend({ pass })) {
    if (await placeOrders(door, async () => await readForm(context))) return [];
    pass.isOrdered = true;
  }
  const items = await toWaitItems(pass);

  let wishes: Wishes;
  let visit: Visit;
  try {
    wishes = await readAgain(context);
    visit = await waitForVideos(context, items, wishes);
  } catch (error) {
    return await failCreated(context, items, error);
  }
  if (visit.kind === 'asleep') return [];
  hintNext(door, visit.endings);
  return await giveOut(context, items, visit.endings, wishes);
}

async function readForm(context: IExecuteFunctions) {
  const { wishes, problems } = await readWishes(context);
  const conflict = problemOfTimeout(context, wishes.settings.timeoutMs / 60_000);
  return {
    problems: conflict === undefined ? problems : [...problems, conflict],
    staysAwake: wishes.stayAwake,
  };
}

/**
 * Says that n8n may cancel the execution while it still waits: a canceled one never tells what became
 * of its video. Such a limit counts the sleep too when n8n's timer wakes the execution.
 */
function problemOfTimeout(context: IExecuteFunctions, limitMinutes: number): string | undefined {
  const { executionTimeout = -1 } = workflowSettings(context);
  const n8nMinutes = executionTimeout / 60;
  if (n8nMinutes <= 0 || limitMinutes <= n8nMinutes) return undefined;
  return `n8n stops this workflow after ${tellMinutes(n8nMinutes)} (Timeout Workflow in its settings), but this node may wait for ${tellMinutes(limitMinutes)}, so you might never see a video that you paid for. Raise Timeout Workflow, or set Time Limit (Minutes) in the options to less.`;
}

const tellMinutes = (minutes: number) =>
  minutes === 1 ? '1 minute' : `${Math.round(minutes * 100) / 100} minutes`;

/** An expression may come to something else when the execution wakes. */
async function readAgain(context: IExecuteFunctions): Promise<Wishes> {
  const { wishes, problems } = await readWishes(context);
  if (problems.length > 0) throw new UserError(problems.join(' '));
  return wishes;
}

/**
 * Says of videos that were created why nobody waits for them, with the task of each: they are paid
 * for, and must not be lost with the wait. What came in stays beside each failure: the form cannot be
 * read here.
 *
 * @param error - what keeps the node from waiting
 * @throws the failure when the node is to stop on errors; the error itself when the execution was
 *   stopped
 */
async function failCreated(
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
