import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { readWishes, type Wishes } from '../results/readParameters';
import { waitForVideos, type Delivery } from '../results/waitForVideos';
import { toPairedItems } from '../results/toPairedItems';
import type { Failure } from '../errors/Failure';
import { hasSlept } from '../sleep/putToSleep';
import { startWait } from '../look/startWait';
import { createBatch, toWaitItems } from './createBatch';
import { failCreated } from './failCreated';
import { maySend } from './pay/maySend';
import { findOrdered, Orders } from './pay/orders';

/**
 * One visit for the operation "Create and Wait". The first creates the videos of its pass over the
 * input, and notes down what came of each item before anything else; all further ones only wait.
 */
export async function createAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const hasWoken = hasSlept(context.getInputData());
  const ordered = findOrdered(context) ?? (hasWoken ? 'lost' : undefined);
  if (ordered === 'lost') return await failAll(context);
  const mayBeRepeated = hasWoken && ordered?.endedIn === context.getExecutionId();
  const created = maySend({ ordered, mayBeRepeated }).may ? await createBatch(context) : undefined;
  const pass = created?.pass ?? ordered!;
  const items = await toWaitItems(pass);

  let delivery: Delivery;
  try {
    const wishes = created?.wishes ?? (await readAgain(context));
    delivery = await waitForVideos(context, items, wishes, { stop: pass.stop });
  } catch (error) {
    const output = await failCreated(context, items, error);
    new Orders(context).endWait();
    return output;
  }
  if (delivery.isLast) new Orders(context).endWait();
  return await delivery.output();
}

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
  return await toPairedItems(context, items, startWait());
}

/** An expression may come to something else when the execution wakes. */
async function readAgain(context: IExecuteFunctions): Promise<Wishes> {
  const { wishes, problems } = await readWishes(context, 'skip');
  if (problems.length > 0) throw new UserError(problems.join(' '));
  return wishes;
}
