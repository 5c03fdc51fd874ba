import { NodeHelpers, type IExecuteFunctions, type IRunExecutionData } from 'n8n-workflow';

/** What an execution knows of its sleeps, whichever of its nodes began them. n8n stores it. */
export interface SleepRecord {
  executionId: string;
  /**
   * The sleep that the execution is in; absent while it is awake. Since when, in ms since the epoch,
   * and the mark of the process that took the call which has ended it.
   */
  sleep?: { id: string; sinceMs: number; rungBy?: string };
  /** How often it was sent back into this sleep before it did anything. */
  returns: number;
  /** When n8n's timers go off, of this sleep and of earlier ones, in ms since the epoch. */
  timersMs: number[];
}

const contextKey = 'videogenSleep';

/** Reads the record of this execution; a copy that is run again has none. */
export function readSleepRecord(context: IExecuteFunctions): SleepRecord {
  const executionId = context.getExecutionId();
  const stored = context.getContext('flow')[contextKey] as SleepRecord | undefined;
  return stored !== undefined && stored.executionId === executionId
    ? stored
    : { executionId, returns: 0, timersMs: [] };
}

export function storeSleepRecord(context: IExecuteFunctions, record: SleepRecord): void {
  context.getContext('flow')[contextKey] = record;
}

/** @param data - a stored execution, as n8n hands it to a webhook */
export function sleepRecordOf(data: IRunExecutionData): SleepRecord | undefined {
  return NodeHelpers.getContext(data, 'flow')[contextKey] as SleepRecord | undefined;
}

/** Names the sleep that the execution is in, and no other; undefined while it is awake. */
export function nameSleep(record: SleepRecord | undefined): string | undefined {
  return record?.sleep === undefined ? undefined : `${record.sleep.id}/${record.returns}`;
}
