import type { Read } from '../../parameters/readValue';
import type { MediaKind } from './formChoices';

/** A field that takes files of the item. */
export interface FileField {
  /** Name of the form's field, for messages. */
  label: string;
  kind: MediaKind;
  /** Whether it takes one file, in whose name a comma is a comma. */
  isSingle?: boolean;
  /** Whether the item's only file is meant where the field is left at its default. */
  takesOnlyFile?: boolean;
}

/** The form of one item, and what else its checks ask about: all that they know of n8n. */
export interface FormRow {
  /** A field's value, its expression resolved; only what the row's mode needs is read. */
  field(name: string): unknown;
  options: Record<string, unknown>;
  /**
   * Makes links to files of the item.
   *
   * @param value - names of the files, or the files themselves
   * @returns none for a file that an optional upload left out; undefined when a problem was reported
   */
  linkFiles(value: unknown, field: FileField): Promise<string[] | undefined>;
  /** Whether the service can get at a host; it would be asked, and paid, in vain. */
  canReach(hostname: string): boolean;
  /** Takes down one sentence about a field that is wrong. */
  report(problem: string): void;
}

/** What was read, where nothing is wrong with it; what is wrong is reported. */
export function take<T>({ report }: FormRow, read: Read<T>): T | undefined {
  if (read.problem !== undefined) report(read.problem);
  return read.value;
}
