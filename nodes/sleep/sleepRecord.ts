import { NodeHelpers, type IExecuteFunctions, type IRunExecutionData } from 'n8n-workflow';
import type { OwnAddresses } from '../n8n/ownAddresses';
import type { PackedList } from '../restart/packList';

/** What an execution knows of its sleeps, whichever of its nodes began them. n8n stores it. */
export interface SleepRecord {
  executionId: string;
  /** The sleep that the execution is in; absent while it is awake. */
  sleep?: StoredSleep;
  /** When n8n's timers go off, of this sleep and of earlier ones, in ms since the epoch. */
  timersMs: number[];
}

export interface StoredSleep {
  /** Names this sleep, and no other. */
  id: string;
  /** When the execution slept first since it did anything, in ms since the epoch. */
  sinceMs: number;
  /** The mark of the process in which it began. */
  process: string;
  addresses: OwnAddresses;
  /** A call has ended it. */
  isCalled?: true;
  /** The next call ends it, whatever its tasks do. */
  isDue?: true;
  /** Who else sleeps in that process, where this execution is to wake them. */
  others?: PackedList;
}

const contextKey = 'videogenSleep';

/** Reads the record of this execution; a copy that is run again has none. */
export function readSleepRecord(context: IExecuteFunctions): SleepRecord {
  const executionId = context.getExecutionId();
  const stored = context.getContext('flow')[contextKey] as SleepRecord | undefined;
  // Called by an MCP server, an execution has no ID.
  const isOwn = stored !== undefined && stored.executionId === executionId;
  return isOwn ? stored : { executionId, timersMs: [] };
}

export function storeSleepRecord(context: IExecuteFunctions, record: SleepRecord): void {
  context.getContext('flow')[contextKey] = { ...record };
}

/**
 * A call that wakes the execution changes what this returns.
 *
 * @param data - a stored execution, as n8n hands it to a webhook
 */
export const sleepRecordOf = (data: IRunExecutionData): SleepRecord | undefined =>
  NodeHelpers.getContext(data, 'flow')[contextKey] as SleepRecord | undefined;
