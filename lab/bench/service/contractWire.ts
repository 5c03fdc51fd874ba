import type { IncomingMessage, ServerResponse } from 'node:http';
import { operations, requestField, taskStatus } from '../../../nodes/generated/contract.ts';
import { fileUrl, sendJson, type Service } from './service.ts';
import type { BenchTask } from './taskBook.ts';

const queryPath = operations.getTask.path.replace(/\{.*$/, '');

/** Answers in the format of the service's OpenAPI document. */
export async function answerContract(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const { method, url = '' } = request;
  if (method === operations.createVideo.method && url === operations.createVideo.path) {
    const fields = JSON.parse(body) as Record<string, string>;
    const task = service.book.create(
      fields[requestField.prompt] ?? '',
      fields[requestField.callbackUrl],
    );
    if (task.callbackUrl) ringLater(service, task);
    return sendJson(response, 200, { id: task.id, status: taskStatus.pending });
  }
  const task = service.book.tasks.get(url.slice(queryPath.length));
  if (!url.startsWith(queryPath) || !task) return sendJson(response, 404, { message: 'Not found' });
  task.queries += 1;
  return sendJson(response, 200, describe(service, task));
}

function describe(service: Service, task: BenchTask) {
  const seen = service.book.look(task);
  if (seen.status !== taskStatus.completed) return { id: task.id, ...seen };
  return { id: task.id, status: seen.status, results: [fileUrl(service, task.id)] };
}

function ringLater(service: Service, task: BenchTask): void {
  const ring = async () => {
    const sentAtMs = Date.now();
    const answer = await fetch(task.callbackUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(describe(service, task)),
    }).catch(() => undefined);
    task.callback = { sentAtMs, httpStatus: answer?.status ?? 0 };
  };
  setTimeout(() => void ring(), task.finishesAtMs - Date.now()).unref();
}
