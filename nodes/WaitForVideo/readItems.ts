import { mapInTurns } from '../concurrency/inTurns';
import { toFailure } from '../errors/failEveryItem';
import { FailureError, type Failure } from '../errors/Failure';
import type { WaitItem } from '../results/WaitItem';
import { readTaskIdField } from './readTaskIdField';

const nothingAsked = 'Nothing was sent, and nothing was charged.';
const mostRowsNamed = 5;

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
      const { value, problem } = readTaskIdField(read(itemIndex));
      if (problem === undefined) return { itemIndex, taskId: value };
      const description = `${nothingAsked} Set Task ID to the ID that Create Video returned, for example {{ $json.id }}.`;
      return { itemIndex, failure: invalid(`Row ${itemIndex + 1}: ${problem}`, description) };
    } catch (error) {
      const failure = toFailure(error, 'unknown');
      const message = `Row ${itemIndex + 1} has a problem: ${failure.message}`;
      return { itemIndex, failure: { ...failure, message } };
    }
  });
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
  const message = [...problems, ...nameRows(bad)].join(' ');
  if (problems.length > 0) {
    const description = `${nothingAsked} Fix this, then open this execution under Executions and choose Retry with currently saved workflow, so that no video is ordered again.`;
    return new FailureError(invalid(message, description));
  }
  const { failure, itemIndex } = bad[0] ?? {};
  return failure && new FailureError({ ...failure, message }, itemIndex);
}

/** What is wrong with these rows, as far as a person wants to read it. */
function nameRows(bad: readonly WaitItem[]): string[] {
  const said = bad.flatMap(({ failure }) => failure?.message ?? []);
  const left = said.length - mostRowsNamed;
  return left <= 0 ? said : [...said.slice(0, mostRowsNamed), `There are ${left} more like these.`];
}

const invalid = (message: string, description: string): Failure => ({
  reason: 'invalidInput',
  paid: 'unknown',
  message,
  description,
});
