import type { RequestOptions, Service } from '../service/connectService';
import type { TaskAnswer } from './TaskAnswer';
import { readTaskAnswer } from './readTaskAnswer';

/** Asks the service once for a task, and reads what the answer means for the wait. */
export async function askTask(
  service: Service,
  taskId: string,
  options: RequestOptions,
): Promise<TaskAnswer> {
  return readTaskAnswer(await service.getTask(taskId, options), taskId);
}
