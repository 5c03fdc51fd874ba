import type { Sleeper } from '../call/Waker';
import type { WaitState } from '../look/WaitState';

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
  sleeper: Sleeper;
  /** A call has ended it. */
  isCalled: boolean;
  /** Who else sleeps in a process, by its mark, where this execution brings them home after it. */
  list?: { process: string; sealed: string };
}

/** What a node that slept must find again when it wakes. n8n stores it with the execution. */
export interface StoredWait {
  executionId: string;
  state: WaitState;
  /** What the node's later visits find again as the first one read it. */
  read?: unknown;
  /** Nothing is waited for any more. */
  isOver?: true;
}

/** Where the record stands in the context that n8n keeps for all nodes of an execution. */
export const recordKey = 'videoSleep';
