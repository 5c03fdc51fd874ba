import type { IDataObject } from 'n8n-workflow';
import type { Task } from '../generated/types';
import { resultUrl } from './resultUrl';

/**
 * The output of a task: all that the service told, the id in any case, and the address of the
 * video once there is one.
 */
export function taskJson(taskId: string, told: Task | undefined): IDataObject {
  const { error, ...task } = (told ?? {}) as IDataObject;
  const videoUrl = told && resultUrl(told);
  return {
    ...task,
    // n8n takes a top-level "error" for a failure of the node and would run it again.
    ...(error !== undefined && { taskError: error }),
    id: taskId,
    ...(videoUrl !== undefined && { videoUrl }),
  };
}

/**
 * Puts a node's own fields beside those of the service. A field of the service that has the name of
 * one of ours stays, under a name of its own: `paid` becomes `taskPaid`.
 */
export function keepApart(task: IDataObject, own: IDataObject): IDataObject {
  const moved = Object.entries(task).map(([name, value]) => [
    Object.hasOwn(own, name) ? `task${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
    value,
  ]);
  return { ...Object.fromEntries(moved), ...own };
}
