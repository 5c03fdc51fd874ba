import { soonestSetMs } from '../restart/timers';

/*
 * When an execution may stand in n8n's queue twice: table.ts says why that is, and what is done then.
 *
 * `timersMs` is when n8n's timers go off for it, in ms since the epoch; n8n may not have set all of
 * them. `isCalled` means that a call woke it: of each sleep, one call alone does.
 */

// n8n works off a timer, and stores an execution, within a moment, unless it has to queue.
const usualDelayMs = 1_000;

/** Whether an execution that wakes may stand in n8n's queue once more. */
export function mayBeQueuedTwice(
  timersMs: readonly number[],
  isCalled: boolean,
  nowMs: number,
): boolean {
  const due = timersMs.filter((timerMs) => timerMs <= nowMs);
  // Before the call or behind it: where a timer has gone off, n8n may have looked again since.
  if (isCalled) return due.length > 0;
  return due.length > 1 || due.some((timerMs) => nowMs - timerMs > usualDelayMs);
}

/** The timers that may still go off, when an execution has woken for certain. */
export function timersLeft(
  timersMs: readonly number[],
  isCalled: boolean,
  nowMs: number,
): number[] {
  const due = timersMs.filter((timerMs) => timerMs <= nowMs).length;
  // The clock of the process that keeps the timers may be a little ahead.
  const goneOff = isCalled ? due : Math.max(due, 1);
  const left = timersMs.toSorted((one, other) => one - other).slice(goneOff);
  return left.filter((timerMs) => timerMs <= nowMs + soonestSetMs);
}

/**
 * Whether a timer has gone off since the execution woke, or may before n8n has stored it asleep: then
 * n8n may start it again from the state before.
 */
export const mayBeReadAwake = (timersMs: readonly number[], nowMs: number): boolean =>
  timersMs.some((timerMs) => timerMs <= nowMs + usualDelayMs);
