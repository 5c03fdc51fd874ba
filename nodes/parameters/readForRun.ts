import type { IExecuteFunctions } from 'n8n-workflow';
import { breather } from '../concurrency/inTurns';

/** Whether a parameter, as it is stored, has an expression anywhere in it. */
export function hasExpression(stored: unknown): boolean {
  if (typeof stored === 'string') return stored.startsWith('=');
  return typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);
}

/**
 * Reads a field that counts for the whole run. An expression in it is resolved for every item,
 * because only then it shows that the items do not agree.
 *
 * @param name - the parameter's name
 * @param fallback - what it is where the form does not hold it
 * @param unreadable - what to do with a row whose expression fails; rows that are skipped must fail
 *   on their own
 * @returns its value for the first item, and the rows (from 1) that have another one
 * @throws what an expression throws, where it is not skipped or fails in every row
 */
export async function readForRun(
  context: IExecuteFunctions,
  name: string,
  fallback: unknown,
  unreadable: 'throw' | 'skip' = 'throw',
): Promise<{ value: unknown; differs: (pick: (value: unknown) => unknown) => number | undefined }> {
  const read = (itemIndex: number): unknown =>
    context.getNodeParameter(name, itemIndex, fallback as never);
  const itemIndexes = hasExpression(context.getNode().parameters[name])
    ? [...context.getInputData().keys()]
    : [0];
  const rows: Array<{ itemIndex: number; value: unknown }> = [];
  let fault: { error: unknown } | undefined;
  const breathe = breather();
  for (const itemIndex of itemIndexes) {
    await breathe();
    try {
      rows.push({ itemIndex, value: read(itemIndex) });
    } catch (error) {
      fault ??= { error };
    }
  }
  if (fault !== undefined && (unreadable === 'throw' || rows.length === 0)) throw fault.error;
  return {
    value: rows[0]?.value,
    differs(pick) {
      const first = pick(rows[0]?.value);
      const text = JSON.stringify(first);
      const other = rows.find(({ value }) => {
        const picked = pick(value);
        return picked !== first && JSON.stringify(picked) !== text;
      });
      return other === undefined ? undefined : other.itemIndex + 1;
    },
  };
}
