import { LiveWait, type Pause } from '../waiting/LiveWait';
import type { SleepingExecution } from './SleepingExecution';

/** A sleeping execution that is watched over. */
export interface Sleeper extends Pick<
  SleepingExecution,
  'executionId' | 'resumeUrl' | 'eager' | 'forgetAtMs'
> {
  wait: LiveWait;
  /** It is being rung, or has heard it. */
  isRung: boolean;
}

/** @param pause - shared by all executions of the account */
export function toSleeper({ state, settings, ...rest }: SleepingExecution, pause: Pause): Sleeper {
  return { ...rest, wait: new LiveWait(state, settings, pause), isRung: false };
}

/** Whether there is something to wake the execution for. */
export const isReady = ({ wait, eager }: Sleeper) =>
  eager ? wait.open < wait.size : wait.open === 0;
