import { slotFor, type Slot } from '../waiting/Agenda';
import { LiveWait, type Pause } from '../waiting/LiveWait';
import type { SleepingExecution } from './SleepingExecution';

/** A sleeping execution that is watched over. */
export interface Sleeper extends Pick<
  SleepingExecution,
  'executionId' | 'resumeUrl' | 'eager' | 'forgetAtMs'
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

const firstCheckPauseMs = 10_000;

/** @param pause - shared by all executions of the account */
export function toSleeper(
  { executionId, resumeUrl, eager, forgetAtMs, state, settings }: SleepingExecution,
  pause: Pause,
): Sleeper {
  const wait = new LiveWait(state, settings, pause);
  const known = { executionId, resumeUrl, eager, forgetAtMs, wait };
  const sleeper = { ...known, isRung: false, checkPauseMs: firstCheckPauseMs } as Sleeper;
  return Object.assign(sleeper, {
    look: slotFor(sleeper),
    limit: slotFor(sleeper),
    forget: slotFor(sleeper),
    check: slotFor(sleeper),
  });
}

/** Whether there is something to wake the execution for. */
export const isReady = ({ wait, eager }: Sleeper) =>
  eager ? wait.open < wait.size : wait.open === 0;
