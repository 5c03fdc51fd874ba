import { countFlights, setAllAside, type Flight } from './flights';
import { learn } from './learn';
import type { Limit, Sample } from './limitState';
import { pauseFor } from './pauseFor';
import { fade, halve, widen } from './places';
import { gapMs, isGuess, raiseAt } from './raiseAt';
import type { RequestKind } from './urgency';

const longestLog = 5_000;
/** A rate is kept by a little. */
const rateShare = 0.98;
/** So much of what a rest has brought goes at once. */
const burstShare = 0.8;
/** A Retry-After has whole seconds: the pause may be over so much sooner. */
export const roundedMs = 1_000;
/** More is tried only while what waits takes longer than this. */
const worthwhileMs = 10_000;

/** A request goes. @param waiting - so many others want to */
export function noteDeparture(limit: Limit, kind: RequestKind, nowMs: number, waiting: number) {
  const { flights, places, activeAtMs, log, model } = limit;
  const isOnlyOne = countFlights(flights) === 0;
  if (isOnlyOne) fade(places, nowMs - activeAtMs);
  const sinceMs = nowMs - (log.at(-1)?.sentAtMs ?? nowMs);
  if (model.kind === 'rate') {
    const raised = model.perSecond * rateShare * raiseAt(limit, nowMs);
    const eachMs = 1000 / raised;
    const spareMs = Math.max(0, burstShare * model.burst - 1) * eachMs + 50;
    limit.nextAtMs = Math.max(limit.nextAtMs, nowMs - spareMs) + eachMs;
  }
  const isWorthwhile =
    isGuess(model) ||
    (model.kind === 'places' ? waiting > 0 : waiting * gapMs(model) >= worthwhileMs);
  if (!isWorthwhile) limit.raisesAtMs += sinceMs;
  const inFlight = countFlights(flights) + 1;
  const flight: Flight = { kind, sentAtMs: nowMs, inFlight };
  flights.awaited.add(flight);
  log.push(flight);
  if (log.length > 2 * longestLog) log.splice(0, longestLog);
  limit.activeAtMs = nowMs;
  limit.waiting = waiting;
  return flight;
}

/** The service took a request. */
export function noteSuccess(limit: Limit, sample: Sample): void {
  if (limit.pausesInARow > 0 && sample.sentAtMs >= limit.pausedAtMs) learn(limit, sample);
  widen(limit.places, sample, countFlights(limit.flights) + 1 + (sample.heldBack ?? 0));
}

/** There was no proper answer. */
export const noteBreak = ({ places }: Limit, sample: Sample) => halve(places, sample);

/** The service refused a request. Returns until when it is to be left alone. */
export function noteRefusal(limit: Limit, sample: Sample): number {
  const { nowMs, sentAtMs, retryAfterMs } = sample;
  if (sentAtMs >= limit.pausedAtMs) {
    if (limit.pausesInARow === 0) {
      limit.raisedBy = raiseAt(limit, sentAtMs);
      limit.refusedAtMs = nowMs;
    }
    // A kind that is tried in the middle of a pause that the service told shows no other one.
    if (limit.pausesInARow === 0 || sentAtMs >= limit.toldUntilMs) limit.pausesInARow += 1;
    limit.pausedAtMs = nowMs;
    setAllAside(limit.flights);
  }
  limit.toldUntilMs = Math.max(limit.toldUntilMs, nowMs + (retryAfterMs ?? 0) - roundedMs);
  return nowMs + pauseFor(limit, nowMs, retryAfterMs);
}
