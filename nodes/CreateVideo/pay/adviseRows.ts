import type { Failure } from '../../errors/Failure';
import { isEntry, type Row } from './Pass';

/** How to mend a row, where the advice for a single one speaks of running that again. */
const mends: Record<string, string> = {
  invalidInput: 'Fix this.',
  busy: 'Wait a while.',
  cancelled: '',
  keyNotClaimed: 'Wait a minute.',
};

/**
 * Gives rows that weren't created a next step that is true beside others of the same run that are
 * paid: running the whole table again would order those once more, unless they have Order Keys.
 */
export function adviseRows(rows: readonly Row[]): void {
  const paid = rows.filter(({ result }) => isEntry(result));
  if (paid.length === 0) return;
  const step = nextStep(paid.filter(({ orderKey }) => orderKey === undefined).length);
  for (const row of rows)
    if (row.result.kind === 'notCreated')
      row.result = { ...row.result, failure: advise(row.result.failure, step) };
}

/** @param unkeyed - how many paid rows would be ordered again */
function nextStep(unkeyed: number): string {
  if (unkeyed === 0)
    return 'Then run the workflow again: thanks to the Order Keys, no other row is charged twice.';
  const others = unkeyed === 1 ? '1 other row is' : `${unkeyed} other rows are`;
  return `Then run the workflow with only the rows that failed: ${others} paid, and would be ordered again.`;
}

function advise(failure: Failure, step: string): Failure {
  const { advice = '', reason, description } = failure;
  const said = advice.replace(/Fix the problem it .*$/, 'Fix the problem it names.');
  const advised = [mends[reason] ?? said, step].filter(Boolean).join(' ');
  const told = description.replace(/^Nothing was charged\./, 'Nothing was charged for this row.');
  const isReplaced = advice !== '' && told.includes(advice);
  return {
    ...failure,
    advice: advised,
    description: isReplaced ? told.replace(advice, () => advised) : `${told} ${advised}`,
  };
}
