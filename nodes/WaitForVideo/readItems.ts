import { mapInTurns } from '../concurrency/mapItems';
import { toFailure } from '../outcomes/failEveryItem';
import { FailureError, failureFor } from '../outcomes/Failure';
import { notes } from '../outcomes/notes';
import { findUnfilled, nameValue, readList, type Read } from '../parameters/readValue';
import { describeStop } from '../results/summarize';
import { toRowOutcome, type WaitItem } from '../results/rowOutcome';
import { taskIdProblem } from '../tasks/readRecord';

/** What stands behind an ID in notes and errors of ours, and is no part of it. */
const ofRow = / \(row \d+(?:: [^()]*)?\)(?:: .*?(?= \S{1,512} \(row \d|$))?/gm;

/**
 * Reads the task IDs of every row: one, or a list of them in lines, with commas or as an array.
 *
 * @param read - resolves the field for a row; what it throws is a failure of this row alone
 * @returns an item for each ID, in the order of the rows
 */
export async function readItems(
  rows: readonly unknown[],
  read: (itemIndex: number) => unknown,
): Promise<WaitItem[]> {
  const items = await mapInTurns(rows, (_, itemIndex): WaitItem[] => {
    try {
      const ids = readList(read(itemIndex), (text) => text.replace(ofRow, '\n').split(/[\n,]/));
      return (ids.length === 0 ? [''] : ids).map((id) => {
        const { value, problem } = readTaskId(id);
        if (problem === undefined) return { itemIndex, taskId: value };
        return { itemIndex, failure: failureFor('badTaskId', { paid: undefined }, { problem }) };
      });
    } catch (error) {
      return [{ itemIndex, failure: toFailure(error) }];
    }
  });
  return items.flat();
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
  const wrong = items.filter(({ failure }) => stopOnFailure && failure !== undefined);
  const outcomes = wrong.map((item) => toRowOutcome(item, () => ({})));
  const stop = describeStop(outcomes, items.length);
  if (problems.length === 0) return stop;
  const all = [...problems, stop?.message].filter(Boolean).join(' ');
  const said = { paid: undefined, step: notes.fixAndRetry };
  return new FailureError(failureFor('invalidInput', said, { problems: all }));
}
