/** A wait that has taken this many intervals looks less often from then on ... */
const intervalsBeforeGrowth = 120;
/** ... but never more seldom than this many intervals apart. */
const longestIntervals = 3;

/** While looks fail, the first comes this soon, whatever the interval ... */
const firstBackoffMs = 5_000;
/** ... and later ones at most this far apart, unless the user looks more seldom anyway. */
const longestBackoffMs = 60_000;

/** Time until a task that was just seen unfinished is looked at again: the interval, which grows with the wait. */
export const nextLookDelayMs = (startedAtMs: number, nowMs: number, intervalMs: number): number =>
  Math.min(
    Math.max(intervalMs, (nowMs - startedAtMs) / intervalsBeforeGrowth),
    longestIntervals * intervalMs,
  );

/**
 * Time until the next try after looks that brought no task: doubles up to a minute, and is never less
 * than what the service asked for.
 */
export function backoffDelayMs(
  faultsInRow: number,
  retryAfterMs: number | undefined,
  intervalMs: number,
): number {
  const doubledMs = Math.min(intervalMs, firstBackoffMs) * 2 ** (faultsInRow - 1);
  return Math.max(Math.min(doubledMs, Math.max(intervalMs, longestBackoffMs)), retryAfterMs ?? 0);
}
