import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import { readWishes, type Wishes } from '../results/readWishes';
import { giveOut, waitForVideos, type Visit } from '../results/waitForVideos';
import { hasSlept } from '../sleep/putToSleep';
import { taskIdProblem } from '../tasks/taskIdProblem';
import { failAll, failCreated } from './failCreated';
import { hintNext } from './hintNext';
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

  let wishes: Wishes;
  let visit: Visit;
  try {
    wishes = await readAgain(context);
    visit = await waitForVideos(context, items, wishes);
  } catch (error) {
    const output = await failCreated(context, items, error);
    ledger.endWait();
    return output;
  }
  if (visit.kind === 'asleep') return visit.shown;
  ledger.endWait();
  const { endings } = visit;
  hintNext(context, { rows: Object.values(pass.rows), endings });
  return await giveOut(context, items, endings, wishes, stop);
}

async function order(context: IExecuteFunctions): Promise<Placed> {
  const prepare = async () => {
    const { wishes, problems } = await readWishes(context);
    const conflict = problemOfTimeout(context, wishes.settings.timeoutMs);
    return {
      problems: conflict === undefined ? problems : [...problems, conflict],
      staysAwake: wishes.stayAwake,
    };
  };
  return await placeOrders(context, { prepare, read: readForWait, next: 'bringHome' });
}

/**
 * Says that n8n may cancel the execution while it still waits: a canceled one never tells what became
 * of its video. Such a limit counts the sleep too when n8n's timer wakes the execution.
 *
 * @param timeoutMs - how long the node may wait
 */
function problemOfTimeout(context: IExecuteFunctions, timeoutMs: number): string | undefined {
  const { executionTimeout = -1 } = context.getWorkflowSettings();
  if (executionTimeout <= 0 || timeoutMs <= executionTimeout * 1_000) return undefined;
  return `n8n stops this workflow after ${tellMinutes(executionTimeout / 60)} (Timeout Workflow in its settings), but this node may wait for ${tellMinutes(timeoutMs / 60_000)}, so you might never see a video that you paid for. Raise Timeout Workflow, or set Time Limit (Minutes) in the options to less.`;
}

const tellMinutes = (minutes: number) =>
  minutes === 1 ? '1 minute' : `${Math.round(minutes * 100) / 100} minutes`;

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
  const { wishes, problems } = await readWishes(context);
  if (problems.length > 0) throw new UserError(problems.join(' '));
  return wishes;
}
