import { taskField } from '../generated/contract';
import { resumePath, runDataOf } from '../n8n/execution';
import { copies, waker, watcher } from './processState';
import { recordKey, type SleepRecord } from './stored';

/** Where a sleeping execution can be called: `readOwnAddresses` has the address. */
export const resumeWebhooks = [
  {
    name: 'default',
    httpMethod: 'POST',
    responseMode: 'onReceived',
    path: resumePath,
    isFullPath: true,
    restartWebhook: true,
  } as const,
];

/** What n8n shows in place of the output while the execution sleeps. */
export const sleepTooltip =
  'The video is being made. This execution sleeps until it is ready and then goes on by itself. You can close this page meanwhile.';

/**
 * Answers a call to the resume URL of a sleeping execution: of the service, of the watcher, or of
 * anyone who knows the address. Nothing in it is believed, it only makes someone look: the watcher,
 * where there is one in this process, or else the execution itself, which wakes for that.
 *
 * Never throws: n8n would throw away all that the execution has done.
 */
export async function answerResumeCall(call: { getExecutionId(): string; getBodyData(): unknown }) {
  try {
    const executionId = call.getExecutionId();
    const stored = runDataOf(call)?.executionData;
    const record = stored?.contextData.flow?.[recordKey] as SleepRecord | undefined;
    const sleep = record?.sleep;
    // n8n has marked it as crashed while it runs for the first time: woken, it would pass its rows on.
    if (stored !== undefined && sleep === undefined) return saying('Not asleep');
    if (
      !waker.isCalling(executionId) &&
      !watcher.lookNow(executionId, namedTask(call.getBodyData()))
    )
      return saying('Looking at the task');
    if (sleep !== undefined && !copies.letIn(sleep.id, performance.now()))
      return saying('Already waking up');
    if (sleep !== undefined) sleep.isCalled = true;
  } catch {
    // The execution wakes without word of who called, and looks at all its tasks.
  }
  // No inputs: what n8n resumes is the entry in front, which has none; the node itself comes next.
  return { workflowData: [], ...saying('Waking up to look at the task') };
}

const saying = (message: string) => ({ webhookResponse: { message } });

/** The task that the call names; all are looked at when it is none of the execution's. */
function namedTask(body: unknown): string {
  const id = Object(body)[taskField.id] as unknown;
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}
