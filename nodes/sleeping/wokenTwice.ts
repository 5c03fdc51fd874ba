/**
 * n8n reads a sleeping execution when its timer goes off or its resume URL is called, and marks it
 * as running later: with a limit of executions at a time (N8N_CONCURRENCY_PRODUCTION_LIMIT), only
 * when its turn has come. Until then it still counts as asleep, so a call, the timer, and then each
 * minute's look for executions that are due put the same state into the queue again. The first to
 * have its turn goes on with it; if it goes to sleep once more, the second starts from the old state
 * and does it all again. So an execution that may be in the queue twice does nothing but go back to
 * sleep and call itself: that call stands behind all others in the queue.
 */

// n8n works off a timer within moments, unless the execution has to queue.
const usualDelayMs = 5_000;

/**
 * Whether an execution that wakes may stand in n8n's queue once more.
 *
 * @param timersMs - when n8n's timers go off for it, in ms since the epoch; n8n may not have set
 *   those of earlier sleeps
 * @param rungAtMs - when the call came that has woken it; of each sleep, one call alone does
 */
export function mayBeQueuedTwice(
  timersMs: readonly number[],
  rungAtMs: number | undefined,
  nowMs: number,
): boolean {
  const due = timersMs.filter((timerMs) => timerMs <= nowMs);
  if (rungAtMs !== undefined) return due.some((timerMs) => timerMs >= rungAtMs);
  return due.length > 1 || due.some((timerMs) => nowMs - timerMs > usualDelayMs);
}

/** The timers that are still to go off, when an execution has woken for certain. */
export function timersLeft(
  timersMs: readonly number[],
  rungAtMs: number | undefined,
  nowMs: number,
): number[] {
  // The clock of the process that keeps the timers may be a little ahead.
  const goneOffMs = rungAtMs === undefined ? nowMs + usualDelayMs : nowMs;
  return timersMs.filter((timerMs) => timerMs > goneOffMs);
}

/** Whether a timer has gone off since the execution woke, so that n8n may have read it meanwhile. */
export const wasReadWhileAwake = (timersMs: readonly number[], nowMs: number): boolean =>
  timersMs.some((timerMs) => timerMs <= nowMs);
