import { modes } from '../generated/contract';

export type Mode = keyof typeof modes;

export const modeChoices = Object.keys(modes) as Mode[];
export const modelChoices = ['standard', 'fast', 'other'] as const;
export const callbackChoices = ['none', 'resumeExecution', 'url'] as const;
export const sourceChoices = ['url', 'binary'] as const;

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
  duration: unknown;
  quality: unknown;
  aspectRatio: unknown;
  callback: unknown;
  callbackUrl: unknown;
  /** n8n's own address where a callback resumes this execution. */
  resumeUrl: string;
  extraFields: unknown;
}
