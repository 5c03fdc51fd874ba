/** The caller is answered when the workflow has ended, in the word of n8n's own Webhook node. */
export const atEnd = 'lastNode';

/** How to answer a call: with 5xx, 409 or 429 when a later one may do better. */
export interface Reply {
  httpStatus: number;
  message: string;
  retryAfterSeconds?: number;
}

export const reply = (httpStatus: number, message: string): Reply => ({ httpStatus, message });

/** For a call that is one too many in this minute, or that finds too many waiting. */
export const tooMany: Reply = {
  ...reply(429, 'Too many calls are waiting to be checked'),
  retryAfterSeconds: 60,
};
