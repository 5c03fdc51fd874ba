import { nameValue, type Read } from '../parameters/readValue';

const longestId = 500;

/** What an expression comes to as text when it found no value. */
const foundNothing = new Set(['undefined', 'null', 'NaN', '[object Object]']);

/** Characters that nobody sees, as they come along when text is copied. */
const invisible = /[\p{Cc}\p{Cf}]/u;
const brokenCharacter = /\p{Surrogate}/u;

/**
 * Reads the id of a task as forms and expressions deliver it. An id that does not arrive exactly as
 * the service gave it is refused, because the question would be about another task.
 *
 * @param value - the field's value, expressions resolved
 */
export function readTaskIdField(value: unknown): Read<string> {
  if (typeof value === 'number') return readNumericId(value);
  if (value === undefined || value === null) return { problem: 'Task ID is empty.' };
  if (typeof value !== 'string')
    return { problem: `Task ID must be text, but it is ${nameValue(value)}.` };
  const taskId = value.trim();
  const problem = findProblem(taskId);
  return problem === undefined ? { value: taskId } : { problem };
}

function findProblem(taskId: string): string | undefined {
  if (taskId === '') return 'Task ID is empty.';
  if (taskId.length > longestId)
    return `Task ID is ${taskId.length} characters long, which is too long for an ID.`;
  if (foundNothing.has(taskId))
    return `Task ID is "${taskId}", which is what an expression gives when it finds no ID.`;
  if (brokenCharacter.test(taskId)) return 'Task ID holds half a character, so it was cut short.';
  if (invisible.test(taskId))
    return 'Task ID holds a line break or another character that nobody can see.';
  // A path that ends in these leads elsewhere.
  if (/^\.{1,2}$/.test(taskId)) return `Task ID is "${taskId}", which isn’t an ID.`;
  return undefined;
}

function readNumericId(id: number): Read<string> {
  if (Number.isSafeInteger(id) && id >= 0) return { value: String(id) };
  if (Number.isInteger(id) && id > 0)
    return {
      problem: `Task ID is the number ${id}, which is too large to be exact. Pass the ID as text.`,
    };
  return { problem: `Task ID must be an ID, but it is ${nameValue(id)}.` };
}
