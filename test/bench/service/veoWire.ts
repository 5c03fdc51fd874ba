import type { IncomingMessage, ServerResponse } from 'node:http';
import { taskStatus } from '../../../nodes/generated/contract.ts';
import { sendFile } from './sendFile.ts';
import { builtInPrefix, sendJson, type Service } from './service.ts';

const promptPart = /name="prompt"\r\n\r\n([^\r]*)\r\n/;

/**
 * Answers as n8n's built-in video node expects: a form with the prompt to create, one address for
 * the status, one for the bytes. The tasks are the same.
 */
export async function answerBuiltIn(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const [, , id, content] = (request.url ?? '').slice(builtInPrefix.length).split('/');
  if (request.method === 'POST') {
    const task = service.book.create(promptPart.exec(body)?.[1] ?? '');
    return sendJson(response, 200, { id: task.id, status: 'queued' });
  }
  const task = service.book.tasks.get(id ?? '');
  if (!task) return sendJson(response, 404, { error: { message: 'Not found' } });
  if (content) return sendFile(response, service.settings.fileBytes);
  task.queries += 1;
  const { status, progress } = service.book.look(task);
  const isDone = status === taskStatus.completed;
  return sendJson(response, 200, { id, progress, status: isDone ? 'completed' : 'in_progress' });
}
