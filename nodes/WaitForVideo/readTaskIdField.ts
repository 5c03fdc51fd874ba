import { findUnfilled, nameValue, type Read } from '../parameters/readValue';
import { taskIdProblem } from '../tasks/taskIdProblem';

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
  const problem = taskIdProblem(taskId);
  if (problem !== undefined) return { problem: `Task ID ${problem}.` };
  // They come along when text is copied.
  if (/\p{Cf}/u.test(taskId))
    return { problem: 'Task ID contains a character that nobody can see.' };
  const unfilled = findUnfilled(taskId);
  return unfilled === undefined ? { value: taskId } : { problem: `Task ID ${unfilled}` };
}
