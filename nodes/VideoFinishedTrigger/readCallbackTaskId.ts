import { operations, taskField } from '../generated/contract';

/** A body that is larger is not a task record. */
const longestBodyBytes = 1_000_000;
const longestIdLength = 512;

/** The field of a task, or the name that the same id has in an address. */
const idNames: readonly string[] = [
  taskField.id,
  ...Array.from(operations.getTask.path.matchAll(/\{([^}]+)\}/g), ([, name]) => name!),
];

export type Refusal = { httpStatus: number; message: string; retryAfterSeconds?: number };

/**
 * Finds the id of the task that a callback is about: the only thing that is used of it. It stands
 * in the task, or in a task that is the one thing in the body that has an id.
 *
 * @param contentLength - the header of that name
 */
export function readCallbackTaskId(
  body: unknown,
  contentLength: unknown,
): { taskId: string } | Refusal {
  if (Number(contentLength) > longestBodyBytes)
    return { httpStatus: 413, message: 'The body is larger than a task can be' };
  if (!isObject(body)) return { httpStatus: 400, message: 'The body must be a JSON object' };
  const inside = Object.values(body).filter(isObject).flatMap(idsIn);
  const [value] = [...idsIn(body), ...(inside.length === 1 ? inside : [])];
  const taskId = idOf(value);
  if (taskId === undefined)
    return {
      httpStatus: 422,
      message: `"${taskField.id}" must be the ID of the task, so that it can be checked with the service`,
    };
  return { taskId };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idsIn = (record: Record<string, unknown>): unknown[] =>
  idNames.filter((name) => Object.hasOwn(record, name)).map((name) => record[name]);

function idOf(value: unknown): string | undefined {
  // A larger number is not the one that was sent any more.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const id = value.trim();
  const canBeAsked = !/^\.{1,2}$|\p{Surrogate}|\p{Cc}/u.test(id);
  return id !== '' && id.length <= longestIdLength && canBeAsked ? id : undefined;
}
