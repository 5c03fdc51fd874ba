import { taskField } from '../generated/contract';

/** A body that is larger is not a task record. */
const longestBodyBytes = 1_000_000;
const longestIdLength = 512;

export type Refusal = { httpStatus: number; message: string };

/**
 * Finds the id of the task that a callback is about: the only thing that is used of it.
 *
 * @param contentLength - the header of that name
 */
export function readTaskId(body: unknown, contentLength: unknown): { taskId: string } | Refusal {
  if (Number(contentLength) > longestBodyBytes)
    return { httpStatus: 413, message: 'The body is larger than a task can be' };
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { httpStatus: 400, message: 'Expected a JSON object' };
  const value = (body as Record<string, unknown>)[taskField.id];
  const taskId = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (taskId === '' || taskId.length > longestIdLength || /^\.{1,2}$/.test(taskId))
    return {
      httpStatus: 422,
      message: `Expected "${taskField.id}" to be the id of the task; without it nothing can be verified`,
    };
  return { taskId };
}
