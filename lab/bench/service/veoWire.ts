import type { IncomingMessage, ServerResponse } from 'node:http';
import { taskStatus } from '../../../nodes/generated/contract.ts';
import { sendFile } from './sendFile.ts';
import { sendJson, veoPrefix, type Service } from './service.ts';

interface Prediction {
  instances: Array<{ prompt: string }>;
}

/**
 * Answers as n8n's node for Veo expects: an operation for each video, which is done or not, and the
 * address of its bytes. The tasks are the same.
 */
export async function answerVeo(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const { pathname } = new URL((request.url ?? '').slice(veoPrefix.length), service.url);
  if (request.method === 'POST') {
    const [instance] = (JSON.parse(body) as Prediction).instances;
    const task = service.book.create(instance?.prompt ?? '');
    return sendJson(response, 200, { name: `operations/${task.id}` });
  }
  const [, , kind, id] = pathname.split('/');
  const task = service.book.tasks.get(id ?? '');
  if (!task) return sendJson(response, 404, { error: { message: 'Not found' } });
  if (kind === 'files') return sendFile(response, service.settings.fileBytes);
  task.queries += 1;
  const { status } = service.book.look(task);
  const name = `operations/${task.id}`;
  if (status !== taskStatus.completed) return sendJson(response, 200, { name });
  const uri = `${service.url}${veoPrefix}/v1beta/files/${task.id}`;
  const generateVideoResponse = { generatedSamples: [{ video: { uri } }] };
  return sendJson(response, 200, { name, done: true, response: { generateVideoResponse } });
}
