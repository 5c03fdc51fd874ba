import { type AnyRequest } from '../contract/request.ts';
import { type Fault, faultNumber, findFault } from '../faults/fault.ts';

/** Why a task failed. The contract shows no such field; it is the sandbox's own. */
export interface Failure {
  code: string;
  message: string;
}

/** `due` until a receiver took the callback or the attempts ran out. */
export type CallbackState = 'none' | 'due' | 'delivered' | 'givenUp';

/** A task as it is stored. Times are Unix milliseconds. */
export interface StoredTask {
  seq: number;
  id: string;
  request: AnyRequest;
  faults: Fault[];
  status: string;
  failure: Failure | undefined;
  /** Name of the finished file below the data folder's `files`. */
  file: string | undefined;
  createdMs: number;
  finishedMs: number | undefined;
  expiresMs: number | undefined;
  callbackState: CallbackState;
  callbackDueMs: number | undefined;
}

/**
 * The least time that a task is to take, in seconds.
 *
 * @param otherwise - where none of its faults says so
 */
export function leastSecondsOf({ faults }: StoredTask, otherwise: number): number {
  const takes = findFault(faults, 'takes');
  return takes ? faultNumber(takes, otherwise) : otherwise;
}

/** What is to become of a task's callback, and when if it is due (Unix milliseconds). */
export interface CallbackPlan {
  state: CallbackState;
  dueMs?: number;
}

/** What came of one try to deliver a task's callback. */
export type CallbackAnswer = Pick<
  CallbackAttempt,
  'taskId' | 'attempt' | 'httpStatus' | 'outcome'
> & {
  /** Whether the receiver answered 2xx. */
  taken: boolean;
};

/** One try to deliver a task's callback. */
export interface CallbackAttempt {
  taskId: string;
  attempt: number;
  /** `result` for the real one, otherwise the name of the fault that made it. */
  kind: string;
  sentMs: number;
  /** What the receiver answered, when it did. */
  httpStatus: number | undefined;
  outcome: string;
}
