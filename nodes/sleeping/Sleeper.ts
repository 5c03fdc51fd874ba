import { slotFor, type Slot } from '../waiting/Agenda';
import { LiveWait, type Pause } from '../waiting/LiveWait';
import type { SleepingExecution } from './SleepingExecution';

/** A sleeping execution that is watched over. */
export interface Sleeper extends Pick<
  SleepingExecution,
  'executionId' | 'resumeUrl' | 'eager' | 'isDue' | 'forgetAtMs'
> {
  readonly wait: LiveWait;
  /** It is being rung, or has heard it. */
  isRung: boolean;
  /** Its places in the watcher's agendas. */
  readonly look: Slot<Sleeper>;
  readonly limit: Slot<Sleeper>;
  readonly forget: Slot<Sleeper>;
  readonly check: Slot<Sleeper>;
  /** How long after the next check the one after it comes. */
  checkPauseMs: number;
}

// A person may have stopped the execution, or deleted it.
const shortestCheckPauseMs = 10_000;
export const longestCheckPauseMs = 2 * 60_000;
/** n8n reads all of an execution for a check: two seconds of its one thread for 5,000 tasks. */
const checkPausePerTaskMs = 20;

/** @param pause - shared by all executions of the account */
export function toSleeper(
  { executionId, resumeUrl, eager, isDue, forgetAtMs, state, settings }: SleepingExecution,
  pause: Pause,
): Sleeper {
  const wait = new LiveWait(state, settings, pause);
  const known = { executionId, resumeUrl, eager, isDue, forgetAtMs, wait };
  const checkPauseMs = Math.min(
    Math.max(shortestCheckPauseMs, checkPausePerTaskMs * wait.size),
    longestCheckPauseMs,
  );
  const sleeper = { ...known, isRung: false, checkPauseMs } as Sleeper;
  return Object.assign(sleeper, {
    look: slotFor(sleeper),
    limit: slotFor(sleeper),
    forget: slotFor(sleeper),
    check: slotFor(sleeper),
  });
}

/** Whether there is something to wake the execution for. */
export const isReady = ({ wait, eager, isDue = false }: Sleeper) =>
  isDue || (eager ? wait.open < wait.size : wait.open === 0);
