/** How many requests per second the service takes, as far as it has shown. */
export interface Rate {
  /** Where the present climb began; Infinity until the service has refused one. */
  perSecond: number;
  /** The rate around which the climb lingers. */
  plateau: number;
  climbsSinceMs: number;
  /** How often it was measured, and how long that took the last time. */
  settled: number;
  measuredMs: number;
  /** Requests that were taken since the count began. */
  taken: number;
  countedSinceMs: number;
  /** The end of the last pause, until a request is taken after it. */
  reopenedAtMs?: number | undefined;
  /** When the next request may go. */
  nextAtMs: number;
}

/**
 * In this time a climb doubles a rate of ten per second, once it has left the plateau: the less
 * was measured, the sooner. Higher rates take longer, so that processes that share a limit become
 * equal; and no rate doubles before so many requests.
 */
const doublesInMs = [2_500, 5_000, 8_000];
const doublesInRequests = 15;
/** ... nor before so much of the time that the last measure took. */
const measuredShare = 0.4;
const longestMeasureMs = 60_000;
/** The first measure includes a pause in which the service took nothing: it takes more. */
const firstGuess = 1.5;
/** What was taken in a shorter time is as much chance as measure. */
const briefSeconds = 5;
/** After a pause of the process itself, requests may catch up by so much. */
const catchUpMs = 100;
const slowestPerSecond = 1 / 60;

export const unlimitedRate = (nowMs: number): Rate => ({
  perSecond: Infinity,
  plateau: Infinity,
  climbsSinceMs: nowMs,
  settled: 0,
  measuredMs: 0,
  taken: 0,
  countedSinceMs: nowMs,
  nextAtMs: nowMs,
});

/**
 * The rate at this moment: back to the plateau quickly, slowly past it, and then ever faster, as
 * the window of CUBIC does (RFC 9438).
 */
export function rateAt(rate: Rate, nowMs: number): number {
  const { perSecond, plateau, climbsSinceMs, settled, measuredMs } = rate;
  if (perSecond === Infinity) return Infinity;
  const fastestMs = doublesInMs[Math.min(settled, doublesInMs.length) - 1]!;
  const scaleMs = Math.max(
    fastestMs * Math.sqrt(plateau / 10),
    (1000 * doublesInRequests) / plateau,
    // A limit that counts by the minute shows only after a minute.
    measuredShare * Math.min(measuredMs, longestMeasureMs),
  );
  const toPlateau = Math.cbrt((plateau - perSecond) / plateau);
  const climbed = (nowMs - climbsSinceMs) / scaleMs - toPlateau;
  return Math.max(slowestPerSecond, plateau * (1 + climbed ** 3));
}

/** The service took a request. */
export function noteTaken(rate: Rate): void {
  if (rate.reopenedAtMs !== undefined) startCount(rate, rate.reopenedAtMs);
  rate.taken += 1;
}

/** Counts anew what the service takes. */
export function startCount(rate: Rate, sinceMs: number): void {
  rate.taken = 0;
  rate.countedSinceMs = sinceMs;
  rate.reopenedAtMs = undefined;
}

/** A request goes. */
export function noteSent(rate: Rate, nowMs: number, isOnlyOne: boolean): void {
  const gapMs = nowMs - rate.nextAtMs;
  // Whoever does not use the rate learns nothing of a higher one.
  if (gapMs > catchUpMs) {
    rate.climbsSinceMs += gapMs;
    // A count that began within the gap has seen no more of it than until now.
    if (isOnlyOne) rate.countedSinceMs = Math.min(rate.countedSinceMs + gapMs, nowMs);
  }
  rate.nextAtMs = Math.max(rate.nextAtMs, nowMs - catchUpMs) + 1000 / rateAt(rate, nowMs);
}

/** After a pause there is no bound for a while; what is taken is counted anew. */
export function reopen(rate: Rate, opensAtMs: number): void {
  Object.assign(rate, { ...unlimitedRate(opensAtMs), reopenedAtMs: opensAtMs });
}

/**
 * The service has refused requests and asks for a pause. What it took since the pause before, the
 * new one included, is what it takes in the long run, whatever way it counts.
 */
export function settle(rate: Rate, refusedAtMs: number, opensAtMs: number): void {
  const before = rateAt(rate, refusedAtMs);
  const seconds = Math.max(opensAtMs - rate.countedSinceMs, 1) / 1000;
  const counted = rate.taken > 0 ? rate.taken / seconds : 1;
  const isBrief = seconds < briefSeconds && before !== Infinity;
  rate.perSecond = Math.max(isBrief ? Math.max(counted, before / 2) : counted, slowestPerSecond);
  rate.plateau =
    before === Infinity
      ? firstGuess * rate.perSecond
      : (rate.perSecond + Math.max(rate.perSecond, Math.min(before, 2 * rate.perSecond))) / 2;
  rate.settled += 1;
  rate.measuredMs = opensAtMs - rate.countedSinceMs;
  rate.climbsSinceMs = opensAtMs;
  rate.nextAtMs = opensAtMs;
  rate.reopenedAtMs = opensAtMs;
}
