import { createHash } from 'node:crypto';

/** Short name of a content: two that differ have different ones. */
export const fingerprint = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);
