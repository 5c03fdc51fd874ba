import { mapInTurns } from '../concurrency/mapItems';
import type { Reader } from './readValue';

/** The fields of a node that count for its whole run, and all that is wrong with them. */
export type Form = ReturnType<typeof openForm>;

/**
 * Opens the form of the running node. Nothing is thrown for a bad value, so that all are told, and
 * an expression is resolved for every row, because only then it shows that the rows do not agree.
 */
export function openForm(context: {
  getNode(): { parameters: object };
  getInputData(): readonly unknown[];
  getNodeParameter(path: string, row: number, fallback: unknown): unknown;
}) {
  /** Sentences for the person who filled in the form. */
  const problems: string[] = [];
  const { parameters } = context.getNode();

  /** Reads a field; one that the form does not hold, such as an option not added, has the fallback. */
  async function field<T>(path: string, label: string, fallback: T, read: Reader<T>): Promise<T> {
    const names = path.split('.');
    const stored = names.reduce<unknown>((form, name) => Object(form)[name] as unknown, parameters);
    if (stored === undefined) return fallback;
    const isExpression = typeof stored === 'string' && stored.startsWith('=');
    const rows = isExpression ? context.getInputData().keys() : [0];
    const values = await mapInTurns(rows, (row) => context.getNodeParameter(path, row, null));
    const first = JSON.stringify(values[0]);
    const other = values.findIndex((value) => JSON.stringify(value) !== first);
    if (other >= 0)
      problems.push(
        `${label} must be the same for all rows, but row ${other + 1} has another value than row 1.`,
      );
    const { value, problem } = read(values[0], label);
    if (problem === undefined) return value as T;
    problems.push(problem);
    return fallback;
  }

  return { problems, field };
}
