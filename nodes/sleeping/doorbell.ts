import type { IRunExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { runDataOf } from '../n8n/runDataOf';
import { taskField } from '../generated/contract';
import { processMark } from './queueMode';
import { isFirstRing } from './knownSleeps';
import { nameSleep, sleepRecordOf } from './sleepRecord';
import { noteRing } from './storedWait';
import { lookNow } from './watchers';

const longestIdLength = 512;

/**
 * Answers a call to the resume URL of a sleeping execution: of the service, of the watcher, or of
 * anyone who knows the address. Nothing in it is believed, it only makes someone look. Where the
 * execution is watched over in this process, that costs no waking.
 *
 * Never throws: n8n would throw away all that the execution has done.
 */
export function answerDoorbell(context: IWebhookFunctions): IWebhookResponseData {
  const taskId = namedTask(context);
  try {
    const executionId = context.getExecutionId();
    const wake = lookNow(executionId, taskId);
    if (!wake) return { webhookResponse: { message: 'Looking at the task' } };
    const data = runDataOf(context) as IRunExecutionData | undefined;
    if (data?.executionData !== undefined) {
      const record = sleepRecordOf(data);
      const sleep = nameSleep(record);
      if (sleep !== undefined && !isFirstRing(executionId, sleep, taskId))
        return { webhookResponse: { message: 'Already waking up' } };
      if (record?.sleep !== undefined) record.sleep.rungBy = processMark;
      noteRing(data, context.getNode(), taskId);
    }
  } catch {
    // The execution wakes without word of who rang, and looks at all its tasks.
  }
  // No inputs: what n8n resumes is the entry in front, which has none; the node itself comes next.
  return { workflowData: [], webhookResponse: { message: 'Waking up to look at the task' } };
}

function namedTask(context: IWebhookFunctions): string {
  try {
    const body: unknown = context.getBodyData();
    const id = (Object(body) as Record<string, unknown>)[taskField.id];
    const taskId = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
    return taskId.length <= longestIdLength ? taskId : '';
  } catch {
    return '';
  }
}
