import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { readWishes, type Wishes } from '../delivery/readParameters';
import { waitForVideos, type Delivery } from '../delivery/waitForVideos';
import { toOutput } from '../delivery/toOutput';
import type { Failure } from '../errors/Failure';
import { hasSlept } from '../sleeping/putToSleep';
import { startWait } from '../waiting/watch';
import { createBatch } from './createBatch';
import { failCreated } from './failCreated';
import { closeBatch, readBatch, type Batch } from './storedBatch';

/**
 * One visit for the operation "Create and Wait". The first creates the videos of its pass over the
 * input, and notes down what came of each item before anything else; all further ones only wait.
 */
export async function createAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const stored = readBatch(context);
  if (stored === undefined && hasSlept(context.getInputData())) return await failAll(context);
  const known = stored !== undefined && mayOrderRest(context, stored) ? undefined : stored;
  const created = known === undefined ? await createBatch(context) : undefined;
  const batch = (created?.batch ?? known)!;
  const { items, stop } = batch;

  let delivery: Delivery;
  try {
    const wishes = created?.wishes ?? (await readAgain(context));
    delivery = await waitForVideos(context, items, wishes, stop);
  } catch (error) {
    const output = await failCreated(context, items, error);
    closeBatch(context, batch);
    return output;
  }
  if (delivery.isLast) closeBatch(context, batch);
  return await delivery.output();
}

/**
 * Whether the rows that were refused are ordered once more; the ledger keeps what was made. Not
 * within an execution that has slept: n8n may run it once more from what it stored before.
 */
const mayOrderRest = (context: IExecuteFunctions, { closedIn, stop, isOver }: Batch): boolean =>
  isOver === true &&
  stop !== undefined &&
  (closedIn !== context.getExecutionId() || !hasSlept(context.getInputData()));

/** Nothing is sent where it is not certain that nothing was. */
const lostBatch: Failure = {
  message: 'n8n woke this node without the list of what it had created',
  description:
    'The videos may have been created and charged. Look in the service’s dashboard before you run this again.',
  reason: 'lostBatch',
  paid: 'unknown',
};

async function failAll(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = context.getInputData().map((_, itemIndex) => ({ itemIndex, failure: lostBatch }));
  return await toOutput(context, items, startWait(), { onTaskFailure: 'fail', onTimeout: 'fail' });
}

/** An expression may come to something else when the execution wakes. */
async function readAgain(context: IExecuteFunctions): Promise<Wishes> {
  const { wishes, problems } = await readWishes(context, 'skip');
  if (problems.length > 0) throw new UserError(problems.join(' '));
  return wishes;
}
