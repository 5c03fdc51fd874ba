import type { RequestOptions, Service } from '../service/connectService';
import { withoutSecrets } from '../tasks/withoutSecrets';
import type { TaskAnswer } from '../waiting/answer';
import { readAnswer } from '../waiting/readAnswer';

/** Asks the service once for a task, and reads what the answer means for the wait. */
export async function askTask(
  service: Service,
  taskId: string,
  options: RequestOptions,
): Promise<TaskAnswer> {
  const read = readAnswer(await service.getTask(taskId, options), taskId);
  if (read.kind !== 'task') return read;
  return { kind: 'task', task: withoutSecrets(read.task, service.secrets) };
}
