import type { modes } from '../../generated/contract';
import type { Read } from '../../parameters/readValue';

export type Mode = keyof typeof modes;

export const modeNames: Record<Mode, string> = {
  textToVideo: 'Text to Video',
  imageToVideo: 'Image to Video',
  referenceToVideo: 'Reference to Video',
};

export const modeChoices = Object.keys(modeNames) as Mode[];

/** Choice of the list of models for one that it does not have: its ID is typed in. */
export const otherModel = 'other';

/** Choice of a list for a field that is left out, so that the service decides. */
export const serviceDefault = 'serviceDefault';

/** What the form calls the item's file until somebody says otherwise: so do most nodes of n8n. */
export const defaultFile = 'data';

/** What a media field takes, as the first part of a MIME type. */
export type MediaKind = 'image' | 'video' | 'audio';

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
  /** What the names of the account's models begin with. */
  modelFamily: string;
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
