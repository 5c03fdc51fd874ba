import { modes } from '../../generated/contract';

export type Mode = keyof typeof modes;

export const modeChoices = Object.keys(modes) as Mode[];

/** Choice of a list for a value that is typed in, because the list does not have it. */
export const typed = 'other';

/** Choice of a list for a field that is left out, so that the service decides. */
export const unsent = 'serviceDefault';

export const modelChoices = ['standard', 'fast', typed] as const;

export const callbackChoices = ['none', 'resumeExecution', 'url'] as const;

export const firstFrameSources = ['url', 'binary'] as const;

export const lastFrameSources = ['none', ...firstFrameSources] as const;

/** A value picked from a list, and the one typed in where the list says so. */
export interface Picked {
  picked: unknown;
  typed: unknown;
}

/**
 * What the node's form says for one item: read, but not yet checked, because an expression can
 * come to anything. Files are links by now.
 */
export interface Inputs {
  mode: unknown;
  model: unknown;
  modelId: unknown;
  prompt: unknown;
  firstFrame: unknown;
  lastFrame: unknown;
  imageUrls: unknown;
  videoUrls: unknown;
  audioUrls: unknown;
  /** What is wrong with the item's files, in whole sentences. */
  mediaProblems: readonly string[];
  /** Whether the service stands in a network of one's own, where it can fetch from addresses inside. */
  serviceIsInside: boolean;
  duration: Picked;
  quality: unknown;
  aspectRatio: Picked;
  callback: unknown;
  callbackUrl: unknown;
  /** n8n's own address where a callback resumes this execution. */
  resumeUrl: string;
  extraFields: unknown;
}

/** What a media field takes, as the first part of a MIME type. */
export type MediaKind = 'image' | 'video' | 'audio';
