import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { sleep } from '../concurrency/sleep';
import { readCallLabel } from '../links/label';
import { askTask } from '../look/askTask';
import { connectService } from '../service/connectService';
import { findTaskIds } from '../tasks/readRecord';
import { keepApart, taskJson } from '../tasks/taskJson';
import { findEndedTask } from './findEndedTask';
import { KnownTasks, reply, type Reply, LookBudget } from './TriggerMemory';

/** n8n adds the body as it came to Express's request, except for a multipart form. */
type Request = ReturnType<IWebhookFunctions['getRequestObject']> & { rawBody?: Buffer };

const onlyPost = reply(
  405,
  'This URL works, but it takes calls by POST. A call that is sent on from another address, as from http to https, arrives without what it says: use the https address',
);

/** All that is kept between calls, by node; n8n itself stores the tasks that started it. */
const memories = new Map<string, { budget: LookBudget; tasks: KnownTasks }>();

/**
 * Answers one call to the trigger's URL. Anyone can call it, so nothing in the call counts but the ID
 * of a task, which is looked up at the service with the user's own key.
 */
export async function answerTriggerCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
  const request: Request = context.getRequestObject();
  // n8n parses the bodies of few content types.
  const body = request.rawBody?.toString() ?? JSON.stringify(request.body ?? '');
  if (request.method === 'GET') return send(context, onlyPost);
  const isEmpty = ['', '""'].includes(body.trim()) || /^\s*\{\s*\}\s*$/.test(body);
  if (request.method !== 'POST' || isEmpty)
    return send(context, reply(200, 'This URL works: calls about finished videos start it'));
  const taskIds = findTaskIds(body);
  if (taskIds.length === 0)
    return send(context, reply(422, '"id" must be the ID of a task that can be checked'));

  const isTest = context.getMode() === 'manual';
  const isAtEnd = context.getNodeParameter('respond', '') === 'lastNode';
  const address = `${context.getWorkflow().id} ${context.getNode().id}`;
  const memory = memories.get(address) ?? { budget: new LookBudget(), tasks: new KnownTasks() };
  memories.set(address, memory);

  const found = await findEndedTask({
    taskIds,
    caller: request.ip ?? '',
    budget: memory.budget,
    // A person who tries the test URL may want the same task twice.
    tasks: isTest ? new KnownTasks() : memory.tasks,
    wanted: context.getNodeParameter('statuses') as string[],
    stored: isTest || isAtEnd ? {} : context.getWorkflowStaticData('node'),
    ...(isAtEnd && { answer: context.getResponseObject() }),
    ask: async (id) => await askTask(await connectService(context), id, { timeoutMs: 10_000 }),
    pause: sleep,
  });
  if ('httpStatus' in found) return send(context, found);

  const { signLabel } = await connectService(context);
  const label = await readCallLabel({ ...context.getQueryData() }, signLabel);
  const json = keepApart(taskJson(found.taskId, found.task), { ...label }) as IDataObject;
  const workflowData = [[{ json }]];
  if (isAtEnd) return { workflowData };
  // Not left to n8n: it answers after the start, and then forgets what the node remembers.
  return { ...send(context, reply(200, 'The workflow was started')), workflowData };
}

function send(context: IWebhookFunctions, given: Reply): IWebhookResponseData {
  const response = context.getResponseObject();
  if (given.retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(given.retryAfterSeconds));
  response.status(given.httpStatus).json({ message: given.message }).end();
  return { noWebhookResponse: true };
}
