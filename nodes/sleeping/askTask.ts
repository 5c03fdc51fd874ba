import type { RequestOptions, Service } from '../service/connectService';
import type { TaskAnswer } from '../waiting/answer';
import { readAnswer } from '../waiting/readAnswer';

/** Asks the service once for a task, and reads what the answer means for the wait. */
export async function askTask(
  service: Service,
  taskId: string,
  options: RequestOptions,
): Promise<TaskAnswer> {
  return readAnswer(await service.getTask(taskId, options), taskId);
}
