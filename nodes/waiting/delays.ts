import { jitterShare, longestBackoffMs, type WaitSettings } from './settings';

/** Source of chance: a number in [0, 1). */
export type Random = () => number;

/** Time until a task that is not finished is asked again. */
export function pollDelayMs(settings: WaitSettings, random: Random): number {
  return jitter(settings.intervalMs, random);
}

/**
 * Time until the next try after requests that brought no task: doubles from the interval up to a
 * minute, and is never less than what the service asked for.
 */
export function backoffDelayMs(
  faultsInRow: number,
  retryAfterMs: number | undefined,
  settings: WaitSettings,
  random: Random,
): number {
  const longest = Math.max(longestBackoffMs, settings.intervalMs);
  const doubled = settings.intervalMs * 2 ** Math.min(faultsInRow - 1, 30);
  const delay = jitter(Math.min(doubled, longest), random);
  if (retryAfterMs === undefined) return delay;
  // Only later, never earlier, or everyone who was told the same time returns at once.
  return Math.max(retryAfterMs * (1 + jitterShare * random()), delay);
}

function jitter(delayMs: number, random: Random): number {
  return delayMs * (1 - jitterShare + 2 * jitterShare * random());
}
