import { UserError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { workflowSettings } from '../n8n/workflowSettings';
import { readWishes, type Wishes } from '../results/readWishes';
import { giveOut, waitForVideos, type Visit } from '../results/waitForVideos';
import { failCreated } from './failCreated';
import { hintNext } from './hintNext';
import { openLedger } from './openLedger';
import { maySend } from './pay/maySend';
import { placeOrders } from './placeOrders';
import { toWaitItems } from './toWaitItems';

/**
 * One visit for the operation "Create and Wait". The first ones order the videos of this pass over
 * the input, page after page; all further ones only wait.
 *
 * Once what was ordered is waited for, nothing of the pass is sent again, also not what was refused:
 * n8n could be killed while it is awake for that, and would then send it a second time.
 */
export async function createAndWait(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const ledger = openLedger(context);
  const { pass } = ledger;
  if (maySend(pass).may) {
    const prepare = async () => await readForm(context);
    const placed = await placeOrders(context, ledger, prepare);
    if (placed.kind === 'stored') return placed.shown;
    pass.state = 'waiting';
  }
  const items = await toWaitItems(pass);

  let wishes: Wishes;
  let visit: Visit;
  try {
    wishes = await readAgain(context);
    visit = await waitForVideos(context, items, wishes);
  } catch (error) {
    const output = await failCreated(context, items, error);
    pass.state = 'over';
    return output;
  }
  if (visit.kind === 'asleep') return visit.shown;
  pass.state = 'over';
  hintNext(context, Object.values(pass.rows), visit.endings);
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
