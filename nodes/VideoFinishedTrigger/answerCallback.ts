import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { connectService } from '../service/connectService';
import type { Paid } from '../errors/Failure';
import { taskStatus } from '../generated/contract';
import { keepApart } from '../tasks/keepApart';
import { taskJson } from '../tasks/taskJson';
import { readAnswer } from '../waiting/readAnswer';
import { readTaskId } from './readTaskId';
import { StartedTasks } from './startedTasks';
import { verifyTask } from './verifyTask';

const requestTimeoutMs = 10_000;

/**
 * Answers one call to the trigger's URL. Whoever knows the URL can call it, so the call counts for
 * nothing but the id of a task, which is read from the service with the user's own key.
 */
export async function answerCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const answer = (httpStatus: number, message: string): IWebhookResponseData => {
    context.getResponseObject().status(httpStatus).json({ message }).end();
    return { noWebhookResponse: true };
  };

  const read = readTaskId(context.getBodyData(), context.getHeaderData()['content-length']);
  if ('httpStatus' in read) return answer(read.httpStatus, read.message);
  const { taskId } = read;

  // A person who tries the test URL may want the same task twice.
  const isTest = context.getMode() === 'manual';
  const address = `${context.getWorkflow().id} ${context.getNode().id}`;
  const started = new StartedTasks(context.getWorkflowStaticData('node'), address);
  if (!isTest && !started.claim(taskId)) return answer(200, 'The task is known already');

  let hasStarted = false;
  try {
    const service = await connectService(context);
    const verified = await verifyTask(async () =>
      readAnswer(await service.getTask(taskId, { timeoutMs: requestTimeoutMs }), taskId),
    );
    if ('httpStatus' in verified) return answer(verified.httpStatus, verified.message);

    const wanted = context.getNodeParameter('statuses') as string[];
    if (!wanted.includes(verified.task.status)) return answer(200, 'The result is not asked for');
    hasStarted = true;
    // What the service does with the money for a video that failed, it does not say.
    const paid: Paid = verified.task.status === taskStatus.failed ? 'unknown' : 'yes';
    // Not left to n8n: it answers after the start, and then forgets what the node remembers.
    return {
      ...answer(200, 'The workflow was started'),
      workflowData: [[{ json: keepApart(taskJson(taskId, verified.task), { paid }) }]],
    };
  } finally {
    if (!isTest) started.release(taskId, hasStarted);
  }
}
