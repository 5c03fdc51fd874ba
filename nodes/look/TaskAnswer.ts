import { type Task } from '../generated/types';

/** What one request for one task came to. Of faults only what the next decision and the user need. */
export type TaskAnswer =
  | { kind: 'task'; task: Task }
  | { kind: 'notFound'; reason: string }
  | { kind: 'refused'; reason: string }
  /** The service does not take the key, or not for this task. */
  | { kind: 'keyRefused'; reason: string }
  /** An answer that is about another task, or that gives two statuses. */
  | { kind: 'contradiction'; reason: string }
  /** No answer, or none that this service would give. */
  | { kind: 'silent'; reason: string }
  | { kind: 'busy'; reason: string; retryAfterMs?: number }
  | { kind: 'fault'; reason: string; retryAfterMs?: number };
