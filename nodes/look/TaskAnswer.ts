import type { Task } from '../generated/types';

/** What a look that brought no usable task came to. */
export type FaultKind =
  | 'notFound'
  | 'refused'
  /** The service does not take the key, or not for this task. */
  | 'keyRefused'
  /** An answer that is about another task, or that gives two statuses. */
  | 'contradiction'
  /** Completed, and no address of a video. */
  | 'withoutVideo'
  /** No answer, or none that this service would give. */
  | 'silent'
  | 'busy'
  | 'fault';

export interface Fault {
  kind: FaultKind;
  /** In the service's or the network's own words. */
  reason: string;
  retryAfterMs?: number;
}

/** What one request for one task came to. Of faults only what the next decision and the user need. */
export type TaskAnswer = { kind: 'task'; task: Task } | Fault;
