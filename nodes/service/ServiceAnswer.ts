/** A task as the service sent it, unknown fields included. */
export type TaskRecord = Record<string, unknown>;

/** What one request to the service came to. Nothing here is thrown; the caller decides. */
export type ServiceAnswer =
  /** A 2xx answer that is a JSON object; without an id at its top, what else may be one. */
  | { kind: 'task'; httpStatus: number; task: TaskRecord; ids?: string[] }
  /**
   * 429: not taken; the service asks to wait. Held back when the request was not even sent, because
   * the service had asked others to wait for longer than it may.
   */
  | {
      kind: 'busy';
      httpStatus: number;
      retryAfterMs?: number;
      detail: string;
      isHeldBack?: boolean;
    }
  /** 401 or 403: the key was not accepted. */
  | { kind: 'unauthorized'; httpStatus: number; detail: string }
  /** 404 or 410. */
  | { kind: 'notFound'; httpStatus: number; detail: string }
  /** Any other 4xx: the service does not want this request. */
  | { kind: 'refused'; httpStatus: number; detail: string; ids?: string[] }
  /** 3xx: never followed, because the key must not travel to another address. */
  | { kind: 'redirected'; httpStatus: number; location: string; detail: string; ids?: string[] }
  /** 5xx, 408. */
  | { kind: 'faulty'; httpStatus: number; retryAfterMs?: number; detail: string; ids?: string[] }
  /** 2xx, but not a JSON object, or broken off; the task id where it could still be read. */
  | { kind: 'unreadable'; httpStatus: number; taskId?: string; detail: string; ids?: string[] }
  /** It is certain that the service did not take the request. */
  | { kind: 'unsent'; code: string; detail: string }
  /** No answer: whether the service took the request is unknown. */
  | { kind: 'unanswered'; code: string; detail: string }
  /** The user stopped the execution. */
  | { kind: 'cancelled' };
