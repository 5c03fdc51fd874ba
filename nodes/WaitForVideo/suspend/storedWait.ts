import type { IExecuteFunctions } from 'n8n-workflow';
import { startWait, type WaitState } from '../../waiting/watch';

/** What a suspended node must find again when it wakes. */
interface StoredWait {
  executionId: string | undefined;
  state: WaitState;
  /** When n8n was asked to wake the execution. */
  resumeAtMs: number;
}

const contextKey = 'wait';

/**
 * The wait as n8n stores it with the execution: it outlasts suspension, restarts, the tries of
 * "Retry On Fail", and a move to another worker.
 */
export function readWait(context: IExecuteFunctions): Omit<StoredWait, 'executionId'> {
  const stored = context.getContext('node')[contextKey] as StoredWait | undefined;
  // A copy of an execution that is run again waits anew, with a deadline of its own.
  if (stored?.executionId === context.getExecutionId() && stored !== undefined) return stored;
  return { state: startWait(), resumeAtMs: 0 };
}

export function storeWait(context: IExecuteFunctions, state: WaitState, resumeAtMs: number): void {
  const wait: StoredWait = { executionId: context.getExecutionId(), state, resumeAtMs };
  context.getContext('node')[contextKey] = wait;
}

/** The state without the tasks that have left the node. */
export function withoutTasks(state: WaitState, taskIds: ReadonlySet<string>): WaitState {
  const kept = Object.entries(state.tasks).filter(([taskId]) => !taskIds.has(taskId));
  return { ...state, tasks: Object.fromEntries(kept) };
}
