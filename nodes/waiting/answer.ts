import { type Task } from '../generated/types';

/** What one request for one task came to. Of faults only what the next decision and the user need. */
export type TaskAnswer =
  | { kind: 'task'; task: Task }
  | { kind: 'notFound'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'busy'; reason: string; retryAfterMs?: number }
  | { kind: 'fault'; reason: string; retryAfterMs?: number };
