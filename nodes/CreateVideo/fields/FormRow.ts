import type { INodeProperties } from 'n8n-workflow';
import { modes } from '../../generated/contract';
import type { Read } from '../../parameters/readValue';

export type Mode = keyof typeof modes;

export const modeChoices = Object.keys(modes) as Mode[];

/** The first part of a MIME type. */
export type MediaKind = 'image' | 'video' | 'audio';

/** Most nodes of n8n call an item's file so. */
export const defaultFile = 'data';

/** The form of one item, and what else its checks need to know. */
export interface FormRow {
  /** A field's value, its expression resolved. */
  field(name: string): unknown;
  options: Record<string, unknown>;
  /** What the names of the account's models begin with. */
  modelFamily: string;
  /**
   * Makes links to files of the item.
   *
   * @param value - names of the files, or the files themselves
   * @param takes - `one`: a comma belongs to the name; `theOnly`: and the default stands for the item's
   *   only file, whatever its name
   * @returns none if an optional upload was left out; undefined if a problem was reported
   */
  linkFiles(
    value: unknown,
    label: string,
    kind: MediaKind,
    takes: 'several' | 'one' | 'theOnly',
  ): Promise<string[] | undefined>;
  /** Whether the service can reach a host: otherwise the video would fail, and may be charged. */
  canReach(hostname: string): boolean;
  /** Notes what is wrong with a field, in a sentence. */
  report(problem: string): void;
}

/** The value that was read; a problem is reported. */
export function take<T>({ report }: FormRow, read: Read<T>): T | undefined {
  if (read.problem !== undefined) report(read.problem);
  return read.value;
}

/** A part of the request: its fields in the form, and how they are read. */
export interface RequestPart {
  fields: INodeProperties[];
  /**
   * @param mode - undefined if it can't be read
   * @returns the part by the contract's names; the service decides about what is undefined
   */
  read(row: FormRow, mode: Mode | undefined): object | Promise<object>;
}
