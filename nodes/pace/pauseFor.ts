import type { Limit } from './limitState';
import { marginOf, usualLengthsMs } from './Model';

/** Without a Retry-After, the service is left alone for at least so long. */
const leastPauseMs = 300;
const longestPauseMs = 60 * 60_000;
/** Others who have something to ask wait for it, too. */
const longestGuessMs = 32_000;

/**
 * As long as the service asks, if it then takes one. Where it does not say, or not rightly, it is
 * tried when the windows by which services count would be over, and not much less often than twice a
 * minute.
 */
export function pauseFor(limit: Limit, nowMs: number, toldMs?: number): number {
  const { pausesInARow, log, lessonAtMs, pausedAtMs, refusedAtMs, model } = limit;
  if (toldMs !== undefined && pausesInARow <= 1) return toldMs;
  const isEven = model.kind === 'rate' || model.kind === 'places';
  const beganAtMs = log.find(({ sentAtMs }) => sentAtMs >= lessonAtMs)?.sentAtMs ?? nowMs;
  const over = (fromMs: number) =>
    usualLengthsMs
      .map((ms) => fromMs + ms + marginOf(ms))
      .find((atMs) => atMs >= pausedAtMs + leastPauseMs) ?? pausedAtMs + longestPauseMs;
  const atMs = isEven ? over(refusedAtMs) : Math.min(over(beganAtMs), over(refusedAtMs));
  return Math.max(Math.min(atMs - nowMs, longestGuessMs), toldMs ?? 0);
}
