import { mapInTurns } from '../concurrency/inTurns';
import { toFailure } from '../errors/failEveryItem';
import { FailureError, type Failure } from '../errors/Failure';
import { findUnfilled, nameValue, type Read } from '../parameters/readValue';
import { tellCauses } from '../errors/tellCauses';
import type { WaitItem } from '../results/toEnding';
import { taskIdProblem } from '../tasks/taskIdProblem';

const nothingAsked = 'Nothing was sent, and nothing was charged.';

/**
 * Reads the task ID of every row.
 *
 * @param read - resolves the field for a row; what it throws is a failure of this row alone
 */
export async function readItems(
  rows: readonly unknown[],
  read: (itemIndex: number) => unknown,
): Promise<WaitItem[]> {
  return await mapInTurns(rows, (_, itemIndex) => {
    try {
      const { value, problem } = readTaskId(read(itemIndex));
      if (problem === undefined) return { itemIndex, taskId: value };
      const description = `${nothingAsked} Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.`;
      return { itemIndex, failure: invalid(problem, description) };
    } catch (error) {
      return { itemIndex, failure: toFailure(error, 'unknown') };
    }
  });
}

/**
 * Reads the ID of a task as forms and expressions deliver it. An ID that does not arrive exactly as
 * the service gave it is refused, because the question would be about another task.
 */
export function readTaskId(value: unknown): Read<string> {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0
      ? { value: String(value) }
      : { problem: `Task ID can’t be read exactly from the number ${value}. Pass the ID as text.` };
  if (typeof value !== 'string' && value !== undefined && value !== null)
    return { problem: `Task ID must be text, but it is ${nameValue(value)}.` };
  const taskId = (value ?? '').trim();
  // One that comes along when text is copied, and that nobody sees.
  const hidden = /\p{Cf}/u.test(taskId) ? 'contains a character that nobody can see' : undefined;
  const odd = taskIdProblem(taskId) ?? hidden;
  const problem = odd === undefined ? findUnfilled(taskId) : `${odd}.`;
  return problem === undefined ? { value: taskId } : { problem: `Task ID ${problem}` };
}

/**
 * Why nothing is asked at all: fields whose values make no sense, or rows that name no task where the
 * node is to stop on errors.
 *
 * @param problems - what is wrong with fields of the whole run, in whole sentences
 */
export function findStop(
  problems: readonly string[],
  items: readonly WaitItem[],
  stopOnFailure: boolean,
): FailureError | undefined {
  const bad = stopOnFailure ? items.filter(({ failure }) => failure !== undefined) : [];
  const message = [...problems, ...tellCauses(bad, items.length)].join(' ');
  if (problems.length > 0) {
    const description = `${nothingAsked} Fix this, then open this execution under Executions and choose Retry with currently saved workflow, so that no video is ordered again.`;
    return new FailureError(invalid(message, description));
  }
  const { failure, itemIndex } = bad[0] ?? {};
  return failure && new FailureError({ ...failure, message }, itemIndex);
}

const invalid = (message: string, description: string): Failure => ({
  reason: 'invalidInput',
  paid: 'unknown',
  message,
  description,
});
