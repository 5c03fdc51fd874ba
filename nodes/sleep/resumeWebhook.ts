import { taskField } from '../generated/contract';
import { resumePath, runDataOf } from '../n8n/execution';
import { copies, waker, watcher } from './processState';
import { recordKey, type SleepRecord } from './stored';

/** `readOwnAddresses` has the address. */
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

/** Shown in place of the output. */
export const sleepTooltip =
  'Being made now, which takes minutes. This execution sleeps meanwhile and goes on by itself. You can close this page.';

/**
 * Answers a call to a sleeping execution's resume URL, from the service, the watcher, or anyone who knows
 * it. We believe nothing in it: this process's watcher looks at the task, or else the execution wakes and
 * looks. Never throws: n8n would discard all that the execution has done.
 */
export async function answerResumeCall(call: { getExecutionId(): string; getBodyData(): unknown }) {
  try {
    const executionId = call.getExecutionId();
    const stored = runDataOf(call)?.executionData;
    const record = stored?.contextData.flow?.[recordKey] as SleepRecord | undefined;
    const sleep = record?.sleep;
    // n8n has marked it as crashed during its first run: woken, it would pass its rows on.
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
    // The execution wakes without knowing that it was called, and looks at all its tasks.
  }
  // n8n resumes the entry in front, which has no input; the node itself comes next.
  return { workflowData: [], ...saying('Waking up to look at the task') };
}

const saying = (message: string) => ({ webhookResponse: { message } });

function namedTask(body: unknown): string {
  const id = Object(body)[taskField.id] as unknown;
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
}
