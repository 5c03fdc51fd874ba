import type { IRunExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { runDataOf } from '../n8n/howItRuns';
import { taskField } from '../generated/contract';
import { listedCall } from '../restart/orphans';
import { roster } from '../restart/roster';
import { isFirstRing } from '../call/knownSleeps';
import { sleepRecordOf } from '../sleep/sleepRecord';
import { lookNow } from '../watch/watchers';

const longestIdLength = 512;

/**
 * Answers a call to the resume URL of a sleeping execution: of the service, of the watcher, or of
 * anyone who knows the address. Nothing in it is believed, it only makes someone look: the watcher,
 * where there is one in this process, or else the execution itself, which wakes for that.
 *
 * Never throws: n8n would throw away all that the execution has done.
 */
export async function answerDoorbell(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const taskId = namedTask(context);
  try {
    const executionId = context.getExecutionId();
    const data = runDataOf(context) as IRunExecutionData | undefined;
    const sleep = data?.executionData && sleepRecordOf(data)?.sleep;
    // n8n has marked it as crashed while it runs for the first time: woken, it would pass its rows on.
    if (data?.executionData !== undefined && sleep === undefined)
      return { webhookResponse: { message: 'Not asleep' } };
    if (sleep?.roster !== undefined && isListedCall(context))
      return { webhookResponse: { message: 'Waking up soon' } };
    const isWanted = roster.isWanted(executionId);
    const isDue = sleep?.isDue === true || isWanted;
    if (!isDue && !lookNow(executionId, taskId))
      return { webhookResponse: { message: 'Looking at the task' } };
    if (!isWanted) await roster.relieve(executionId);
    if (sleep !== undefined && !isFirstRing(executionId, sleep.id, performance.now()))
      return { webhookResponse: { message: 'Already waking up' } };
    if (sleep !== undefined) sleep.isRung = true;
  } catch {
    // The execution wakes without word of who rang, and looks at all its tasks.
  }
  // No inputs: what n8n resumes is the entry in front, which has none; the node itself comes next.
  return { workflowData: [], webhookResponse: { message: 'Waking up to look at the task' } };
}

const bodyOf = (context: IWebhookFunctions) =>
  Object(context.getBodyData()) as Record<string, unknown>;

/** Whether a root calls whom it has listed: n8n would write an error about the timer of another root. */
const isListedCall = (context: IWebhookFunctions) => bodyOf(context).listed === listedCall.listed;

function namedTask(context: IWebhookFunctions): string {
  try {
    const id = bodyOf(context)[taskField.id];
    const taskId = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
    return taskId.length <= longestIdLength ? taskId : '';
  } catch {
    return '';
  }
}
