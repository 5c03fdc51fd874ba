import { findUnfilled, nameValue, type Read } from '../parameters/readValue';

const longestId = 500;

/** Characters that nobody sees, or half of one, as they come along when text is copied or cut. */
const odd = /[\p{Cc}\p{Cf}\p{Surrogate}]/u;

/**
 * Reads the ID of a task as forms and expressions deliver it. An ID that does not arrive exactly as
 * the service gave it is refused, because the question would be about another task.
 */
export function readTaskIdField(value: unknown): Read<string> {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0
      ? { value: String(value) }
      : { problem: `Task ID can’t be read exactly from the number ${value}. Pass the ID as text.` };
  if (typeof value !== 'string' && value !== undefined && value !== null)
    return { problem: `Task ID must be text, but it is ${nameValue(value)}.` };
  const taskId = (value ?? '').trim();
  const problem = findProblem(taskId);
  return problem === undefined ? { value: taskId } : { problem: `Task ID ${problem}` };
}

function findProblem(taskId: string): string | undefined {
  if (taskId === '') return 'is empty.';
  if (taskId.length > longestId)
    return `is ${taskId.length} characters long, which is too long for an ID.`;
  if (odd.test(taskId)) return 'holds a line break, half a character, or one that nobody can see.';
  // A path that ends in these leads elsewhere.
  if (taskId === '.' || taskId === '..') return `is "${taskId}", which isn’t an ID.`;
  return findUnfilled(taskId);
}
