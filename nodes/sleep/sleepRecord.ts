import { NodeHelpers, type IExecuteFunctions, type IRunExecutionData } from 'n8n-workflow';
import type { OwnAddresses } from '../n8n/ownAddresses';
import { unpackRoster, type PackedRoster } from '../restart/packRoster';

/** What an execution knows of its sleeps, whichever of its nodes began them. n8n stores it. */
export interface SleepRecord {
  version: typeof recordVersion;
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
  process?: string;
  /** A call has ended it. */
  isRung?: true;
  /** The next call ends it, whatever its tasks do. */
  isDue?: true;
  addresses?: OwnAddresses;
  /** Who else sleeps in that process, where this execution is to bring them home. */
  roster?: PackedRoster;
}

/** Of this record, and of what each node stores. */
export const recordVersion = 1;

const contextKey = 'videogenSleep';

/** What versions before the first stored, as far as it still counts. */
interface Unversioned {
  version?: undefined;
  executionId: string;
  sleep?: { id: string; sinceMs: number; rungBy?: string };
  returns: number;
  timersMs: number[];
}

/** Reads the record of this execution; a copy that is run again has none. */
export function readSleepRecord(context: IExecuteFunctions): SleepRecord {
  const executionId = context.getExecutionId();
  const stored = readStored(context.getContext('flow')[contextKey]);
  return stored !== undefined && stored.executionId === executionId
    ? stored
    : { version: recordVersion, executionId, timersMs: [] };
}

export function storeSleepRecord(
  context: IExecuteFunctions,
  record: Omit<SleepRecord, 'version'>,
): void {
  context.getContext('flow')[contextKey] = { version: recordVersion, ...record };
}

/** @param data - a stored execution, as n8n hands it to a webhook */
export function sleepRecordOf(data: IRunExecutionData): SleepRecord | undefined {
  const context = NodeHelpers.getContext(data, 'flow');
  const record = readStored(context[contextKey]);
  // A call that wakes the execution leaves word in it.
  if (record !== undefined) context[contextKey] = record;
  return record;
}

function readStored(value: unknown): SleepRecord | undefined {
  const stored = value as SleepRecord | Unversioned | undefined;
  if (stored === undefined || stored.version !== undefined) return stored;
  const { executionId, sleep, returns, timersMs } = stored;
  if (sleep === undefined) return { version: recordVersion, executionId, timersMs };
  const { id, sinceMs, rungBy } = sleep;
  const isRung = rungBy === undefined ? {} : { isRung: true as const };
  const known: StoredSleep = { id: `${id}/${returns}`, sinceMs, ...isRung };
  return { version: recordVersion, executionId, sleep: known, timersMs };
}

/** Whom the execution is to bring home. */
export const readRoster = ({ roster, addresses }: StoredSleep): Map<string, OwnAddresses> =>
  roster === undefined || addresses === undefined ? new Map() : unpackRoster(roster, addresses);
