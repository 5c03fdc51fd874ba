/** A task as the service sent it, unknown fields included. */
export type TaskRecord = Record<string, unknown>;

/** What an answer says that is no task. */
export interface Said {
  httpStatus: number;
  /** In words that may be shown. */
  detail: string;
  /** Whether those are a sentence for people, which says best what is wrong. */
  isSentence?: boolean;
  /** Codes, types, IDs and figures beside that sentence; absent where the answer is no JSON. */
  codes?: string;
  retryAfterMs?: number;
  /** What may be the ID of a task. */
  ids?: string[];
}

/**
 * What one request to the service came to. Nothing here is thrown; the caller decides.
 *
 * - `task`: 2xx and a JSON object; without an ID at its top, what else may be one
 * - `unreadable`: 2xx, but not a JSON object, too long, or broken off
 * - `busy`: 429, not taken; held back when the request was not even sent, because the service had
 *   asked others to wait for longer than it may
 * - `unauthorized` (401, 403), `notFound` (404, 410), `refused` (any other 4xx): not taken
 * - `redirected`: 3xx, never followed, because the key must not travel to another address
 * - `faulty`: 5xx, and 408: the service may have begun with what it did not hear to the end
 * - `unsent`: it is certain that the service did not take the request
 * - `unanswered`: whether the service took the request is unknown
 * - `cancelled`: the user stopped the execution
 */
export type ServiceAnswer =
  | { kind: 'task'; httpStatus: number; task: TaskRecord; ids?: string[] }
  | (Said & { kind: 'unreadable' | 'unauthorized' | 'notFound' | 'refused' | 'faulty' })
  | (Said & { kind: 'busy'; isHeldBack?: boolean })
  | (Said & { kind: 'redirected'; location: string })
  | { kind: 'unsent' | 'unanswered'; code: string; detail: string }
  | { kind: 'cancelled' };
