import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import { readWishes, type Wishes } from '../results/readParameters';
import { hasOneTimeLimit, readTimeLimit } from '../results/readTimeLimit';
import { waitForVideos, type Delivery } from '../results/waitForVideos';
import { hasSlept } from '../sleep/putToSleep';
import { taskIdProblem } from '../tasks/taskIdProblem';
import { failAll, failCreated } from './failCreated';
import { openLedger } from './openLedger';
import { maySend } from './pay/maySend';
import { readOutcome } from './pay/readCreateAnswer';
import { placeOrders, type Placed } from './placeOrders';
import { toWaitItems } from './toWaitItems';

/**
 * One visit for the operation "Create and Wait". The first ones order the videos of this pass over
 * the input, page after page; all further ones only wait.
 *
 * Once all rows are settled, nothing of the pass is sent again before a person retries the execution,
 * also not what was refused: n8n could be killed while it is awake for that, and would then send it a
 * second time.
 */
export async function createAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const ledger = openLedger(context);
  const { pass } = ledger;
  const hasWoken = hasSlept(context.getInputData());
  if (hasWoken && ledger.isNew) return await failAll(context);
  const mayBeRepeated = hasWoken && pass.endedIn === context.getExecutionId();
  let { stop } = pass;
  if (maySend({ ordered: pass, mayBeRepeated }).may) {
    pass.state = 'ordering';
    const placed = await order(context);
    if (placed.kind === 'stored') return placed.shown;
    ({ stop } = placed);
    ledger.beginWait(stop);
  }
  const items = await toWaitItems(pass);

  let delivery: Delivery;
  try {
    const wishes = await readAgain(context);
    delivery = await waitForVideos(context, items, wishes, { stop });
  } catch (error) {
    const output = await failCreated(context, items, error);
    ledger.endWait();
    return output;
  }
  if (delivery.isLast) ledger.endWait();
  return await delivery.output();
}

async function order(context: IExecuteFunctions): Promise<Placed> {
  const prepare = async () => {
    const { wishes, problems } = await readWishes(context, 'skip');
    // Read once: an expression that fails when the video is paid for would lose it.
    const limits = new Map<number, number>();
    const ofRow = (itemIndex: number) => {
      if (hasOneTimeLimit(context)) return undefined;
      const { value, problem } = readTimeLimit(context, itemIndex);
      if (value !== undefined) limits.set(itemIndex, value * 60_000);
      return problem;
    };
    return {
      checks: { problems, ofRow },
      timeoutMsOf: (itemIndex: number) => limits.get(itemIndex) ?? wishes.settings.timeoutMs,
      staysAwake: wishes.stayAwake,
    };
  };
  return await placeOrders(context, { prepare, read: readForWait, next: 'bringHome' });
}

/** What an answer means for someone who waits: of one that broke off, the task's id is enough. */
const readForWait: typeof readOutcome = (answer, baseUrl) => {
  const outcome = readOutcome(answer, baseUrl);
  const { taskId } = answer as { taskId?: string };
  const isMade = answer.kind === 'unreadable' && taskId !== undefined;
  if (!isMade || taskIdProblem(taskId) !== undefined) return outcome;
  return { kind: 'accepted', task: { [taskField.id]: taskId } };
};

/** An expression may come to something else when the execution wakes. */
async function readAgain(context: IExecuteFunctions): Promise<Wishes> {
  const { wishes, problems } = await readWishes(context, 'skip');
  if (problems.length > 0) throw new UserError(problems.join(' '));
  return wishes;
}
