import type { Task } from '../generated/types';
import type { FaultKind } from './faults';

export interface Fault {
  kind: FaultKind;
  /** In the service's or the network's own words. */
  reason: string;
  retryAfterMs?: number;
}

/** What one request for one task came to. Of faults only what the next decision and the user need. */
export type TaskAnswer = { kind: 'task'; task: Task } | Fault;
