/** The kinds of input media, in the words of the media types. */
export type InputKind = 'image' | 'video' | 'audio';

/** A fetched input. */
export interface InputFile {
  kind: InputKind;
  /** What a prompt would call it: "image 1", "video 2". */
  label: string;
  path: string;
}

export type InputFiles = Record<InputKind, InputFile[]>;

/** Says why an input could not be used, in words for the one who asked for it. */
export class InputError extends Error {}
