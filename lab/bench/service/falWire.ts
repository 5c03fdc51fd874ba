import type { IncomingMessage, ServerResponse } from 'node:http';
import { taskStatus } from '../../../nodes/generated/contract.ts';
import { falPrefix, fileUrl, sendJson, type Service } from './service.ts';
import type { BenchTask } from './taskBook.ts';

/** fal's words for the state of a request in its queue. */
export const falStatus = { waiting: 'IN_QUEUE', done: 'COMPLETED' } as const;

/** A model of fal's; its requests are below it. */
export const falModel = 'fal-ai/bench';

/**
 * Answers as fal's queue does: a request for each video, with the addresses of its status and of its
 * result. The tasks are the same.
 */
export async function answerFal(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const path = (request.url ?? '').slice(falPrefix.length);
  if (request.method === 'POST') {
    const { prompt } = JSON.parse(body) as { prompt: string };
    return sendJson(response, 200, describe(service, service.book.create(prompt)));
  }
  const [, id, status] = /\/requests\/([^/?]+)(\/status)?/.exec(path) ?? [];
  const task = service.book.tasks.get(id ?? '');
  if (!task) return sendJson(response, 404, { detail: 'Not found' });
  if (status === undefined)
    return sendJson(response, 200, { video: { url: fileUrl(service, task.id) } });
  task.queries += 1;
  return sendJson(response, 200, describe(service, task));
}

function describe(service: Service, task: BenchTask) {
  const isDone = service.book.look(task).status === taskStatus.completed;
  const address = `${service.url}${falPrefix}/${falModel}/requests/${task.id}`;
  return {
    status: isDone ? falStatus.done : falStatus.waiting,
    request_id: task.id,
    response_url: address,
    status_url: `${address}/status`,
    cancel_url: `${address}/cancel`,
  };
}
