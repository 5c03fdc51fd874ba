import { countFlights, land, moveFlights, noFlights, type Flight } from './flights';
import { noteBreak, noteDeparture as departIn, noteRefusal, noteSuccess, roundedMs } from './limit';
import { startLimit, type Limit, type Sample } from './limitState';
import { modelOpensAtMs, roomAtMs } from './opening';
import { requestKinds, type RequestKind } from './urgency';
import { openPlaces } from './places';

/** All that is known of how fast an account's service takes requests. */
export interface Pace {
  /** The limit that each kind of request has: one and the same until they were refused apart. */
  limits: Record<RequestKind, Limit>;
  /** Nothing of this kind is sent before. */
  closedUntilMs: Record<RequestKind, number>;
  /** Before this the service itself said that it would take none of this kind. */
  toldUntilMs: Record<RequestKind, number>;
  /** For so long a kind is left alone when another one that may share its limit is refused. */
  holdMs: number;
}

/**
 * What an answer tells of the pace: taken, whatever it says; refused (429); closed, to whatever is
 * asked (503 with a Retry-After); or no proper answer.
 */
export type Verdict = 'taken' | 'refused' | 'closed' | 'broken';

/** An answer. */
export interface Landing {
  verdict: Verdict;
  nowMs: number;
  /** How long the service asked to wait, if it did. */
  retryAfterMs?: number | undefined;
  /** Requests that only wait for n8n's other executions to have had their turn. */
  heldBack?: number;
}

/** What was learned is forgotten after so long without a request. */
export const forgetAfterMs = 10 * 60_000;

const firstHoldMs = 2_000;
const longestHoldMs = 60_000;

export function startPace(nowMs: number): Pace {
  const limit = startLimit(nowMs);
  return {
    limits: { create: limit, look: limit },
    closedUntilMs: { create: 0, look: 0 },
    toldUntilMs: { create: 0, look: 0 },
    holdMs: firstHoldMs,
  };
}

const otherThan = (kind: RequestKind): RequestKind => (kind === 'create' ? 'look' : 'create');

const sharesLimit = ({ limits }: Pace) => limits.create === limits.look;

/** The limits, each once. */
const eachLimit = ({ limits }: Pace) => new Set([limits.create, limits.look]);

export function underWay(pace: Pace): number {
  return [...eachLimit(pace)].reduce((sum, { flights }) => sum + countFlights(flights), 0);
}

export function activeAtMs({ limits }: Pace): number {
  return Math.max(limits.create.activeAtMs, limits.look.activeAtMs);
}

/** When a request of this kind may go, if no answer comes before. */
export function opensAtMs({ closedUntilMs, limits }: Pace, kind: RequestKind, nowMs: number) {
  const limit = limits[kind];
  return Math.max(closedUntilMs[kind], modelOpensAtMs(limit, nowMs), roomAtMs(limit, nowMs));
}

/** A request goes; it has to come back by {@link noteAnswer} or {@link noteAbsence}. */
export const noteDeparture = (
  { limits }: Pace,
  kind: RequestKind,
  nowMs: number,
  waiting = 0,
): Flight => departIn(limits[kind], kind, nowMs, waiting);

/** Learns from an answer. */
export function noteAnswer(pace: Pace, flight: Flight, landing: Landing): void {
  const { kind, sentAtMs } = flight;
  const { verdict, nowMs } = landing;
  noteAbsence(pace, flight);
  // Asked while the other kind is paused, the answer tells whether they share a limit.
  const other = otherThan(kind);
  if (pace.limits[other].pausedAtMs < sentAtMs) {
    if (verdict === 'refused' && sentAtMs < pace.closedUntilMs[other]) join(pace, kind);
    if (verdict === 'taken' && sentAtMs < pace.toldUntilMs[other]) part(pace, kind, nowMs);
  }
  flight.landedAtMs = nowMs;
  if (verdict === 'taken') flight.fate = 'taken';
  else if (verdict !== 'broken') flight.fate = 'refused';
  const limit = pace.limits[kind];
  const sample = { ...flight, ...landing };
  limit.activeAtMs = nowMs;
  if (verdict === 'broken') return noteBreak(limit, sample);
  limit.flights.silences = 0;
  if (verdict === 'taken') return noteSuccess(limit, sample);
  if (verdict === 'refused') return closeKind(pace, sample, noteRefusal(limit, sample));
  for (const one of eachLimit(pace)) closeAll(pace, noteRefusal(one, sample));
}

/** The request counts for nothing: nobody knows what the service would have said. */
export function noteAbsence({ limits }: Pace, flight: Flight): void {
  land(limits[flight.kind].flights, flight);
}

/** The other kind is left alone for a moment, where it may share the limit. */
function closeKind(pace: Pace, sample: Sample, untilMs: number): void {
  const { closedUntilMs, toldUntilMs, holdMs } = pace;
  const { kind, nowMs, retryAfterMs = 0 } = sample;
  toldUntilMs[kind] = nowMs + retryAfterMs - roundedMs;
  closedUntilMs[kind] = Math.max(closedUntilMs[kind], untilMs);
  if (!sharesLimit(pace)) return;
  const other = otherThan(kind);
  closedUntilMs[other] = Math.max(closedUntilMs[other], Math.min(untilMs, nowMs + holdMs));
}

function closeAll({ closedUntilMs }: Pace, untilMs = 0): void {
  for (const kind of requestKinds) closedUntilMs[kind] = Math.max(closedUntilMs[kind], untilMs);
}

/** From now on this kind has a limit of its own. */
function part(pace: Pace, kind: RequestKind, nowMs: number): void {
  if (!sharesLimit(pace)) return;
  const shared = pace.limits[kind];
  const own = startLimit(nowMs);
  own.places = { ...openPlaces(), latency: { ...shared.places.latency } };
  own.flights = noFlights();
  moveFlights(kind, shared.flights, own.flights);
  pace.limits[kind] = own;
}

/** The kinds turn out to share the limit of the one that is paused. */
function join(pace: Pace, kind: RequestKind): void {
  pace.holdMs = Math.min(2 * pace.holdMs, longestHoldMs);
  if (sharesLimit(pace)) return;
  const shared = pace.limits[otherThan(kind)];
  moveFlights(kind, pace.limits[kind].flights, shared.flights);
  pace.limits[kind] = shared;
}
