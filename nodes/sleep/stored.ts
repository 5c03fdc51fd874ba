import type { IExecuteFunctions } from 'n8n-workflow';
import { reopen, startWait, type WaitState } from '../look/WaitState';
import { readPass } from '../n8n/execution';

/** What an execution knows of its sleeps, whichever of its nodes began them. n8n stores it. */
export interface SleepRecord {
  executionId: string;
  /** The sleep that the execution is in; absent while it is awake. */
  sleep?: StoredSleep;
  /** When n8n's timers go off, of this sleep and of earlier ones, in ms since the epoch. */
  timersMs: readonly number[];
}

export interface StoredSleep {
  /** Names this sleep, and no other. */
  id: string;
  /** When the execution slept first since it did anything, in ms since the epoch. */
  sinceMs: number;
  /** The mark of the process in which it began. */
  process: string;
  /** A call has ended it. */
  isCalled: boolean;
  /** Who else sleeps in a process, by its mark, where this execution brings them home after it. */
  list?: { process: string; sealed: string } | undefined;
}

/** What a node that slept must find again when it wakes. n8n stores it with the execution. */
interface StoredWait {
  executionId: string;
  state: WaitState;
  /** What the node's later visits find again as the first one read it. */
  read?: unknown;
  /** Nothing is waited for any more. */
  isOver?: true;
}

/** Where the record stands in the context that n8n keeps for all nodes of an execution. */
export const recordKey = 'videoSleep';
/** Where a node's waits stand in the context that n8n keeps for it, by the pass over its input. */
const waitsKey = 'waits';

/** Called by an MCP server, an execution has no ID, and what an earlier call stored is not its own. */
const ownOf = <T extends { executionId: string }>(stored: T | undefined, id: string) =>
  id && stored?.executionId === id ? stored : undefined;

/** What is stored of its sleeps; a copy of an execution that is run again has none. */
export function readRecord(context: IExecuteFunctions): SleepRecord {
  const executionId = context.getExecutionId();
  const stored = context.getContext('flow')[recordKey] as SleepRecord | undefined;
  return ownOf(stored, executionId) ?? { executionId, timersMs: [] };
}

/** @param sleep - left out of one that is awake: its timers may still go off, or keep it so */
export function storeRecord(
  context: IExecuteFunctions,
  timersMs: readonly number[],
  sleep?: StoredSleep,
): void {
  const executionId = context.getExecutionId();
  context.getContext('flow')[recordKey] = { executionId, timersMs, ...(sleep && { sleep }) };
}

const waitsOf = (context: IExecuteFunctions) =>
  (context.getContext('node')[waitsKey] ?? {}) as Record<string, StoredWait>;

/**
 * Reads what an earlier visit left: it outlasts sleep, restarts, the tries of "Retry On Fail", and a
 * move to another worker. A copy of an execution that is run again starts anew.
 */
export function readWait(
  context: IExecuteFunctions,
  nowMs: number,
): Pick<StoredWait, 'state' | 'read'> {
  const stored = ownOf(waitsOf(context)[readPass(context)], context.getExecutionId());
  if (stored === undefined) return { state: startWait() };
  return stored.isOver ? { state: reopen(stored.state, nowMs) } : stored;
}

/** Stores a wait in which the execution goes to sleep, or that is over. */
export function storeWait(context: IExecuteFunctions, wait: Omit<StoredWait, 'executionId'>): void {
  const others = Object.entries(waitsOf(context)).filter(([, { isOver }]) => !isOver);
  const stored: StoredWait = { executionId: context.getExecutionId(), ...wait };
  context.getContext('node')[waitsKey] = {
    ...Object.fromEntries(others),
    [readPass(context)]: stored,
  };
}
