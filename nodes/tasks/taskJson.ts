import type { IDataObject } from 'n8n-workflow';
import type { Paid } from '../errors/Failure';
import { taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import { resultUrl } from './resultUrl';

/**
 * The output of a task: all that the service told, the id in any case, the address of the video
 * once there is one, and whether it was paid for.
 *
 * @param paid - left out, by the status: a task was paid for when it was created, but what the
 *   service does with the money for a failed one it does not say
 */
export function taskJson(
  taskId: string,
  told: Task | undefined,
  paid: Paid = told?.status === taskStatus.failed ? 'unknown' : 'yes',
): IDataObject {
  const { error, paid: toldPaid, ...task } = (told ?? {}) as IDataObject;
  const videoUrl = told && resultUrl(told);
  return {
    ...task,
    // n8n takes a top-level "error" for a failure of the node and would run it again.
    ...(error !== undefined && { taskError: error }),
    ...(toldPaid !== undefined && { taskPaid: toldPaid }),
    id: taskId,
    ...(videoUrl !== undefined && { videoUrl }),
    paid,
  };
}
