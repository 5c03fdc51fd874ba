import type { modes } from '../generated/contract';

export type Mode = keyof typeof modes;

/** What the node's form says for one item, read but not yet checked; files are links by now. */
export interface Inputs {
  mode: Mode;
  model: 'standard' | 'fast' | 'other';
  modelId: string;
  prompt: unknown;
  firstFrame: unknown;
  lastFrame: unknown;
  imageUrls: unknown;
  videoUrls: unknown;
  audioUrls: unknown;
  duration: unknown;
  quality: unknown;
  aspectRatio: unknown;
  callback: 'none' | 'url' | 'resumeExecution';
  /** n8n's own address where the callback resumes this execution. */
  callbackUrl: unknown;
  extraFields: unknown;
}
