import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { connectService } from '../service/connectService';
import type { Paid } from '../errors/Failure';
import { taskStatus } from '../generated/contract';
import { giveBackIsolate, takeIsolate } from '../n8n/expressionIsolate';
import { keepApart, taskJson } from '../tasks/taskJson';
import { readTaskAnswer } from '../look/readTaskAnswer';
import { callsOf } from './callsOfNode';
import { readCallbackTaskId, type Refusal } from './readCallbackTaskId';
import { readOrderLabel } from './readOrderLabel';
import { answersAtEnd } from './respond';
import { StartedTasks } from './startedTasks';
import { taskRunsOf } from './taskRuns';

const requestTimeoutMs = 10_000;

/**
 * Answers one call to the trigger's URL. Anyone who knows the URL can call it, so the call counts
 * for nothing but the id of a task, which is read from the service with the user's own key.
 */
export async function answerCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const answer = ({ httpStatus, message, retryAfterSeconds }: Refusal): IWebhookResponseData => {
    const response = context.getResponseObject();
    if (retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(retryAfterSeconds));
    response.status(httpStatus).json({ message }).end();
    return { noWebhookResponse: true };
  };
  const nothingToDo = (message: string) => answer({ httpStatus: 200, message });

  const read = readCallbackTaskId(context.getBodyData(), context.getHeaderData()['content-length']);
  if ('httpStatus' in read) return answer(read);
  const { taskId } = read;

  // While n8n can still evaluate it.
  const wanted = context.getNodeParameter('statuses') as string[];
  // A person who tries the test URL may want the same task twice.
  const isTest = context.getMode() === 'manual';
  // Its calls and those of the production URL start different executions, so none stands for another.
  const address = `${context.getWorkflow().id} ${context.getNode().id}${isTest ? ' test' : ''}`;
  const atEnd = answersAtEnd(context);
  const memory = atEnd
    ? taskRunsOf(address)
    : new StartedTasks(context.getWorkflowStaticData('node'), address);
  const known = isTest ? undefined : memory.whyNot(taskId);
  if (known) return answer(known);

  const { verdict, isFirst } = await callsOf(address).verify(taskId, {
    caller: context.getRequestObject().ip ?? '',
    beforeWait: () => giveBackIsolate(context),
    async ask() {
      await takeIsolate(context);
      const service = await connectService(context);
      const options = { timeoutMs: requestTimeoutMs, urgency: 'likelyEnd' } as const;
      return readTaskAnswer(await service.getTask(taskId, options), taskId);
    },
  });
  if ('httpStatus' in verdict) return answer(verdict);
  if (!wanted.includes(verdict.task.status))
    return nothingToDo('This workflow doesn’t start for this result');
  if (!isTest) {
    const taken = isFirst ? memory.whyNot(taskId) : memory.whenShared;
    if (taken) return answer(taken);
    memory.add(taskId, context.getResponseObject());
  }
  await takeIsolate(context);
  // What the service does with the money for a video that failed, it does not say.
  const paid: Paid = verdict.task.status === taskStatus.failed ? 'unknown' : 'yes';
  const own = { ...(await readOrderLabel(context)), paid };
  // From here on n8n evaluates nothing more, but stores what the node remembers, or runs it all.
  await giveBackIsolate(context);
  const workflowData = [[{ json: keepApart(taskJson(taskId, verdict.task), own) }]];
  if (atEnd) return { workflowData };
  // Not left to n8n: it answers after the start, and then forgets what the node remembers.
  return { ...nothingToDo('The workflow was started'), workflowData };
}
