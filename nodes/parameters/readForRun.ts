import type { IExecuteFunctions } from 'n8n-workflow';

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
 * @returns its value for the first item, and the rows (from 1) that have another one
 * @throws what an expression throws
 */
export function readForRun(
  context: IExecuteFunctions,
  name: string,
  fallback: unknown,
): { value: unknown; differs: (pick: (value: unknown) => unknown) => number | undefined } {
  const read = (itemIndex: number): unknown =>
    context.getNodeParameter(name, itemIndex, fallback as never);
  const rows = hasExpression(context.getNode().parameters[name])
    ? context.getInputData().map((_, itemIndex) => read(itemIndex))
    : [read(0)];
  return {
    value: rows[0],
    differs(pick) {
      const first = JSON.stringify(pick(rows[0]));
      const index = rows.findIndex((row) => JSON.stringify(pick(row)) !== first);
      return index < 0 ? undefined : index + 1;
    },
  };
}
