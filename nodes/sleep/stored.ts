import type { IExecuteFunctions } from 'n8n-workflow';
import { reopen, startWait, type WaitState } from '../look/WaitState';
import { readPass } from '../n8n/execution';

/** What is stored of an execution's sleeps, whichever of its nodes began them. */
export interface SleepRecord {
  executionId: string;
  /** The sleep that the execution is in; absent while it is awake. */
  sleep?: StoredSleep;
  /** When n8n's timers of this sleep and of earlier ones go off, in ms since the epoch. */
  timersMs: readonly number[];
}

export interface StoredSleep {
  id: string;
  /** When the execution first fell asleep since it last did any work, in ms since the epoch. */
  sinceMs: number;
  /** The `processMark` of the process in which it began. */
  process: string;
  /** Whether a call has ended it. */
  isCalled: boolean;
  /** The other sleepers of a process, whom this execution wakes when that process is gone. */
  list?: { process: string; sealed: string } | undefined;
}

/** What a node that slept must find again when it wakes. */
interface StoredWait {
  executionId: string;
  state: WaitState;
  /** What the node's first visit read, for the later ones. */
  read?: unknown;
  /** Whether the wait has ended. */
  isOver?: true;
}

/** Where the record stands in the execution's context. */
export const recordKey = 'videoSleep';
/** Where a node's waits stand in its context, by the pass over its input. */
const waitsKey = 'waits';

/** Calls by an MCP server have no execution ID, so what an earlier one stored isn't theirs. */
const ownOf = <T extends { executionId: string }>(stored: T | undefined, id: string) =>
  id && stored?.executionId === id ? stored : undefined;

/** Reads what is stored of the execution's sleeps; one that is retried as a copy starts without. */
export function readRecord(context: IExecuteFunctions): SleepRecord {
  const executionId = context.getExecutionId();
  const stored = context.getContext('flow')[recordKey] as SleepRecord | undefined;
  return ownOf(stored, executionId) ?? { executionId, timersMs: [] };
}

/** @param sleep - left out while it is awake, when timers may still go off, or keep it awake */
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
 * Reads what an earlier visit left. It outlasts sleep, restarts, the tries of "Retry On Fail", and a move
 * to another worker; an execution that is retried as a copy starts anew.
 */
export function readWait(
  context: IExecuteFunctions,
  nowMs: number,
): Pick<StoredWait, 'state' | 'read'> {
  const stored = ownOf(waitsOf(context)[readPass(context)], context.getExecutionId());
  if (stored === undefined) return { state: startWait() };
  return stored.isOver ? { state: reopen(stored.state, nowMs) } : stored;
}

/** Stores a wait before the execution falls asleep, or when it is over. */
export function storeWait(context: IExecuteFunctions, wait: Omit<StoredWait, 'executionId'>): void {
  const others = Object.entries(waitsOf(context)).filter(([, { isOver }]) => !isOver);
  const stored: StoredWait = { executionId: context.getExecutionId(), ...wait };
  context.getContext('node')[waitsKey] = {
    ...Object.fromEntries(others),
    [readPass(context)]: stored,
  };
}
