import type { Movement, TaskWait } from './WaitState';

/** A wait that has taken this many intervals looks less often from then on ... */
const intervalsBeforeGrowth = 120;
/** ... but never more seldom than this many intervals apart. */
const longestIntervals = 3;

/** Bounds of a delay that follows the progress, as shares of the usual one. */
const soonestShare = 0.3;
const latestShare = 2;

/** While looks fail, the first comes this soon, whatever the interval ... */
const firstBackoffMs = 5_000;
/** ... and later ones at most this far apart, unless the user looks more seldom anyway. */
const longestBackoffMs = 60_000;

/**
 * Time until a task that was just seen unfinished is looked at again: the interval, which grows when
 * the wait is long; where the progress tells the end, half of what is left. What is saved far from the
 * end pays for the looks near it: there are never more than at the fixed interval.
 */
export function nextLookDelayMs(
  { startedAtMs, polls, moved }: Pick<TaskWait, 'startedAtMs' | 'polls' | 'moved'>,
  nowMs: number,
  intervalMs: number,
): number {
  const grownMs = (nowMs - startedAtMs) / intervalsBeforeGrowth;
  const usualMs = Math.min(Math.max(intervalMs, grownMs), longestIntervals * intervalMs);
  const leftMs = foreseenEndMs(moved) - nowMs;
  if (!Number.isFinite(leftMs)) return usualMs;
  const soonestMs = Math.min(Math.max(soonestShare * intervalMs, 1_000), intervalMs);
  const delayMs = Math.min(Math.max(leftMs / 2, soonestMs), latestShare * usualMs);
  if (delayMs >= usualMs) return delayMs;
  const affordedMs = startedAtMs + (polls + 1) * intervalMs - nowMs;
  return Math.min(Math.max(delayMs, affordedMs), usualMs);
}

/** When the task reaches its end at its pace so far; NaN when that is not known, or nothing has moved. */
function foreseenEndMs(moved: Movement | undefined): number {
  if (moved === undefined) return NaN;
  const { from, to } = moved;
  const msPerPercent = (to.atMs - from.atMs) / (to.percent - from.percent);
  return to.atMs + (100 - to.percent) * msPerPercent;
}

/** Where the progress began to move, and where it moved last, with another sighting. */
export function noteProgress(moved: Movement | undefined, percent: unknown, atMs: number) {
  if (typeof percent !== 'number' || !Number.isFinite(percent)) return moved;
  const point = { percent, atMs };
  if (moved === undefined || percent <= moved.from.percent) return { from: point, to: point };
  return percent === moved.to.percent ? moved : { from: moved.from, to: point };
}

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
