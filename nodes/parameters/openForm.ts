import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/inTurns';
import { readChoice, type Read } from './readValue';

type Reader<T> = (value: unknown, label: string) => Read<T>;

/** The fields of a node that count for its whole run, and all that is wrong with them. */
export interface Form {
  /** Reads a field; the fallback stands in where the form does not hold it. */
  field<T>(name: string, label: string, fallback: T, read: Reader<T>): Promise<T>;
  /** Reads a field of the options; one that was not added has the fallback. */
  option<T>(name: string, label: string, fallback: T, read: Reader<T>): Promise<T>;
  /** Sentences for the person who filled in the form. */
  problems: string[];
}

/**
 * Opens the form of the running node. Nothing is thrown for a bad value, so that all are told, and
 * an expression is resolved for every row, because only then it shows that the rows do not agree.
 */
export function openForm(context: IExecuteFunctions): Form {
  const problems: string[] = [];
  const { parameters } = context.getNode();

  async function field<T>(path: string, label: string, fallback: T, read: Reader<T>): Promise<T> {
    const names = path.split('.');
    const stored = names.reduce<unknown>((form, name) => Object(form)[name] as unknown, parameters);
    if (stored === undefined) return fallback;
    const resolve = (row: number): unknown => context.getNodeParameter(path, row, null);
    const isSame = typeof stored !== 'string' || !stored.startsWith('=');
    const rows = isSame ? [0] : [...context.getInputData().keys()];
    const [first, ...others] = await mapInTurns(rows, resolve);
    const text = JSON.stringify(first);
    const other = others.findIndex((value) => JSON.stringify(value) !== text);
    if (other >= 0)
      problems.push(
        `${label} must be the same for all rows, but row ${other + 2} has another value than row 1.`,
      );
    const { value, problem } = read(first, label);
    if (problem === undefined) return value as T;
    problems.push(problem);
    return fallback;
  }

  return {
    problems,
    field,
    option: async (name, label, fallback, read) =>
      await field(`options.${name}`, label, fallback, read),
  };
}

/**
 * Reads which of its operations the node is to do.
 *
 * @param operations - the values that the field may have; the first is its default
 * @throws when it has another value, as a workflow that was written by hand may
 */
export function readOperation<Operation extends string>(
  context: IExecuteFunctions,
  operations: readonly [Operation, ...Operation[]],
): Operation {
  const value: unknown = context.getNodeParameter('operation', 0, operations[0]);
  const read = readChoice(value, 'Operation', operations);
  if (read.problem !== undefined)
    throw new NodeOperationError(context.getNode(), read.problem, {
      description: 'Choose one of the operations in the list.',
    });
  return read.value;
}
