import type { IExecuteFunctions } from 'n8n-workflow';
import { readForRun } from './readForRun';
import type { Read } from './readValue';

type Reader<T> = (value: unknown, label: string) => Read<T>;

/** The fields of a node that count for its whole run, and all that is wrong with them. */
export interface Form {
  /** Reads a field; the fallback stands in where the form does not hold it. */
  field<T>(name: string, label: string, fallback: T, read: Reader<T>): Promise<T>;
  /** Reads a field of the options; one that was not added has the fallback. */
  option<T>(name: string, label: string, fallback: T, read: Reader<T>): T;
  /** Sentences for the person who filled in the form. */
  problems: string[];
}

/**
 * Opens the form of the running node. Nothing is thrown for a bad value, so that all are told. A row
 * whose options cannot be read must fail on its own elsewhere.
 */
export async function openForm(context: IExecuteFunctions): Promise<Form> {
  const problems: string[] = [];
  const accept = <T>(read: Read<T>, fallback: T): T => {
    if (read.problem === undefined) return read.value;
    problems.push(read.problem);
    return fallback;
  };
  const noteDifference = (label: string, row: number | undefined) => {
    if (row !== undefined)
      problems.push(
        `${label} must be the same for all rows, but row ${row} has another value than row 1.`,
      );
  };
  const options = await readForRun(context, 'options', {}, 'skip');
  return {
    problems,
    async field(name, label, fallback, read) {
      const { value, differs } = await readForRun(context, name, fallback);
      noteDifference(
        label,
        differs((ofRow) => ofRow),
      );
      return accept(read(value, label), fallback);
    },
    option(name, label, fallback, read) {
      noteDifference(
        label,
        options.differs((ofRow) => Object(ofRow)[name]),
      );
      const held = Object(options.value) as Record<string, unknown>;
      return Object.hasOwn(held, name) ? accept(read(held[name], label), fallback) : fallback;
    },
  };
}
