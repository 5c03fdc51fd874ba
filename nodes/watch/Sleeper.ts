import { slotFor, type Slot } from '../look/Agenda';
import { LiveWait, type Pause } from '../look/LiveWait';
import type { SleepingExecution } from './SleepingExecution';

/** A sleeping execution that is watched over. */
export interface Sleeper extends Pick<
  SleepingExecution,
  'executionId' | 'resumeUrl' | 'statusUrl' | 'mayWakeElsewhere' | 'forgetAtMs'
> {
  readonly wait: LiveWait;
  /** n8n has stored it asleep: before that, it cannot be rung. */
  isStored: boolean;
  /** It is being rung, or has heard it. */
  isRung: boolean;
  /** Calls that wait for what a look brings; each is told whether to wake the execution. */
  readonly callers: Set<(wake: boolean) => void>;
  /** Aborted when it is let go. */
  readonly isGone: AbortController;
  /** Its places in the watcher's agendas. */
  readonly look: Slot<Sleeper>;
  readonly limit: Slot<Sleeper>;
  readonly forget: Slot<Sleeper>;
  readonly check: Slot<Sleeper>;
  /** How long after the next check the one after it comes. */
  checkPauseMs: number;
}

// A person may have stopped the execution, or deleted it.
const shortestCheckPauseMs = 30_000;
export const longestCheckPauseMs = 5 * 60_000;
/** n8n reads all of an execution for a check: two seconds of its one thread for 5,000 tasks. */
const checkPausePerTaskMs = 20;

/** @param pause - shared by all executions of the account */
export function toSleeper({ state, settings, ...known }: SleepingExecution, pause: Pause): Sleeper {
  const wait = new LiveWait(state, settings, pause);
  const checkPauseMs = Math.min(
    Math.max(shortestCheckPauseMs, checkPausePerTaskMs * wait.size),
    longestCheckPauseMs,
  );
  const sleeper = { ...known, wait, isStored: false, isRung: false, checkPauseMs } as Sleeper;
  return Object.assign(sleeper, {
    callers: new Set<(wake: boolean) => void>(),
    isGone: new AbortController(),
    look: slotFor(sleeper),
    limit: slotFor(sleeper),
    forget: slotFor(sleeper),
    check: slotFor(sleeper),
  });
}

/** Whether there is something to wake the execution for. */
export const isReady = ({ wait }: Sleeper) => wait.open === 0;
