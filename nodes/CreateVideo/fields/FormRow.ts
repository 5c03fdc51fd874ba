import type { INodeProperties } from 'n8n-workflow';
import { modes } from '../../generated/contract';
import type { Read } from '../../parameters/readValue';

export type Mode = keyof typeof modes;

export const modeChoices = Object.keys(modes) as Mode[];

/** What a media field takes, as the first part of a MIME type. */
export type MediaKind = 'image' | 'video' | 'audio';

/** What the form calls the item's file until somebody says otherwise: so do most nodes of n8n. */
export const defaultFile = 'data';

/** The form of one item, and what else its checks ask about: all that they know of n8n. */
export interface FormRow {
  /** A field's value, its expression resolved; only what the row's mode needs is read. */
  field(name: string): unknown;
  options: Record<string, unknown>;
  /** What the names of the account's models begin with. */
  modelFamily: string;
  /**
   * Makes links to files of the item.
   *
   * @param value - names of the files, or the files themselves
   * @param takes - one file, in whose name a comma is a comma; `theOnly`: also the item's only file,
   *   whatever its name, where the field is left at its default
   * @returns none for a file that an optional upload left out; undefined when a problem was reported
   */
  linkFiles(
    value: unknown,
    label: string,
    kind: MediaKind,
    takes: 'several' | 'one' | 'theOnly',
  ): Promise<string[] | undefined>;
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

/** A part of the request: the fields of the form where people fill it in, and how they are read. */
export interface RequestPart {
  fields: INodeProperties[];
  /**
   * @param mode - undefined where it can't be read
   * @returns by the contract's names; what is undefined is left out, so that the service decides
   */
  read(row: FormRow, mode: Mode | undefined): object | Promise<object>;
}
