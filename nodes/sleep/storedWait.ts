import type { IExecuteFunctions } from 'n8n-workflow';
import { readPass } from '../n8n/execution';
import { reopen, startWait, type WaitState } from '../look/WaitState';

/** What a node that slept must find again when it wakes. n8n stores it with the execution. */
export interface StoredWait {
  executionId: string | undefined;
  state: WaitState;
  /** How often the execution has been put to sleep. */
  sleeps: number;
  /** What the node's later visits find again as the first one read it. */
  read?: unknown;
  /** Nothing is waited for any more. */
  isOver?: true;
}

/** The waits of the node, by the pass over its input. */
type Waits = Record<string, StoredWait>;

const contextKey = 'waits';

/**
 * Reads what an earlier visit left: it outlasts sleep, restarts, the tries of "Retry On Fail", and
 * a move to another worker. A copy of an execution that is run again starts anew.
 */
export function readStoredWait(context: IExecuteFunctions, nowMs: number): StoredWait {
  const executionId = context.getExecutionId();
  const stored = waitsOf(context)[readPass(context)];
  if (stored === undefined || stored.executionId !== executionId)
    return { executionId, state: startWait(), sleeps: 0 };
  const { isOver, ...open } = stored;
  return { ...open, state: isOver ? reopen(stored.state, nowMs) : stored.state };
}

export function storeWait(context: IExecuteFunctions, stored: StoredWait): void {
  const others = Object.entries(waitsOf(context)).filter(([, { isOver }]) => !isOver);
  const waits = { ...Object.fromEntries(others), [readPass(context)]: stored };
  context.getContext('node')[contextKey] = waits;
}

/**
 * Ends the wait. Where n8n may run the node once more, for the same items, their time limits go on:
 * it loses count of its tries when the execution sleeps, and would let it wait without end.
 */
export function endWait(context: IExecuteFunctions, stored: StoredWait, state: WaitState): void {
  const kept = context.getNode().retryOnFail === true ? state : startWait();
  const over: StoredWait = { ...stored, state: kept, sleeps: 0, isOver: true };
  delete over.read;
  storeWait(context, over);
}

/** What an earlier visit of the same pass has read, while anything is waited for. */
export function readBefore(context: IExecuteFunctions): unknown {
  const { executionId, isOver, read } = waitsOf(context)[readPass(context)] ?? {};
  return isOver || executionId !== context.getExecutionId() ? undefined : read;
}

const waitsOf = (context: IExecuteFunctions) => readWaits(context.getContext('node')[contextKey]);

const readWaits = (value: unknown) => (value ?? {}) as Waits;

/** The tasks that the node waits for, or has waited for, in this execution. */
export const storedTaskIds = (context: IExecuteFunctions): string[] => [
  ...new Set(Object.values(waitsOf(context)).flatMap(({ state }) => Object.keys(state.tasks))),
];
