import type { IRunExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import { runDataOf } from '../n8n/execution';
import { calls, sleepers, watchers } from '../sleep/here';
import { sleepRecordOf } from '../sleep/sleepRecord';

/**
 * Answers a call to the resume URL of a sleeping execution: of the service, of the watcher, or of
 * anyone who knows the address. Nothing in it is believed, it only makes someone look: the watcher,
 * where there is one in this process, or else the execution itself, which wakes for that.
 *
 * Never throws: n8n would throw away all that the execution has done.
 */
export async function answerCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  try {
    const executionId = context.getExecutionId();
    const data = runDataOf(context) as IRunExecutionData | undefined;
    const sleep = data?.executionData && sleepRecordOf(data)?.sleep;
    // n8n has marked it as crashed while it runs for the first time: woken, it would pass its rows on.
    if (data?.executionData !== undefined && sleep === undefined) return saying('Not asleep');
    const isDue = sleep?.isDue === true || sleepers.isWanted(executionId);
    if (!isDue && !watchers.lookNow(executionId, namedTask(context)))
      return saying('Looking at the task');
    if (sleep !== undefined && !calls.letIn(executionId, sleep.id, performance.now()))
      return saying('Already waking up');
    if (sleep !== undefined) sleep.isCalled = true;
  } catch {
    // The execution wakes without word of who called, and looks at all its tasks.
  }
  // No inputs: what n8n resumes is the entry in front, which has none; the node itself comes next.
  return { workflowData: [], ...saying('Waking up to look at the task') };
}

const saying = (message: string): IWebhookResponseData => ({ webhookResponse: { message } });

/** The task that the call names; all are looked at when it is none of the execution's. */
function namedTask(context: IWebhookFunctions): string {
  const id = Object(context.getBodyData())[taskField.id] as unknown;
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}
