import {
  countFlights,
  isFree,
  noFlights,
  setAllAside,
  setSilentAside,
  silentAtMs,
  type Flight,
  type Flights,
} from './flights';
import { beginAgain, fade, halve, openPlaces, widen, type Places } from './places';
import { triedAtRaise } from './adjustModel';
import { usualLengthsMs, type Model } from './Model';
import { recognise } from './recognise';
import type { RequestKind } from './urgency';

/**
 * What is known of one limit of the service. It is in one of three states:
 *
 * | state   | what goes                                   | until                                      |
 * | ------- | ------------------------------------------- | ------------------------------------------ |
 * | open    | as many as there are places, as modelled    | a refusal → paused                         |
 * | paused  | nothing                                     | the time is over → proving                 |
 * | proving | one, and another when that one is silent    | taken → modelled anew, open; refused → paused |
 *
 * When a kind of request may go again is its own affair (see pace.ts): that is all of "paused".
 */
export interface Limit {
  model: Model;
  places: Places;
  flights: Flights;
  /** What was sent, oldest first; the refused until the next lesson only. */
  log: Flight[];
  /** The requests of the log before this one were refused or taken before the last lesson. */
  lessonAtMs: number;
  /** When the service last refused one before the last lesson. */
  emptyAtMs?: number | undefined;
  /** When a request may go by the rate. */
  nextAtMs: number;
  /** From when on more than the model allows is tried, ever more. */
  raisesAtMs: number;
  holdMs: number;
  /** ... doubling it in this time. */
  raisesInMs: number;
  /** Pauses since the service last took a request: the limit is being proved while there are any. */
  pausesInARow: number;
  /** How many waited for their turn when the last of all went. */
  waiting: number;
  /** When the newest of them began: what was sent before belongs to it. */
  pausedAtMs: number;
  /** Before this the service said that it would take none. */
  toldUntilMs: number;
  /** When the first of them began, and how far beyond the model it was tried. */
  refusedAtMs: number;
  raisedBy: number;
  activeAtMs: number;
}

/** What an answer tells a limit. */
export interface Sample {
  kind: RequestKind;
  sentAtMs: number;
  nowMs: number;
  /** Requests under way when it was sent, itself included. */
  inFlight: number;
  /** How long the service asked to wait, if it did. */
  retryAfterMs?: number | undefined;
}

const longestLog = 5_000;
/** A window is taken for a little longer than it is: requests do not all take as long to arrive. */
const marginShare = 0.02;
const leastMarginMs = 20;
const mostMarginMs = 250;
/** A rate is kept by a little. */
const rateShare = 0.98;
/** So much of what a rest has brought goes at once. */
const burstShare = 0.8;
/** A Retry-After has whole seconds: the pause may be over so much sooner. */
export const roundedMs = 1_000;
/** Without a Retry-After, the service is left alone for at least so long. */
const leastPauseMs = 300;
const longestPauseMs = 60 * 60_000;
/** Others who have something to ask wait for it, too. */
const longestGuessMs = 32_000;
const firstHoldMs = 4_000;
const longestHoldMs = 60_000;
/** What is tried beyond the model doubles it in this time. */
const raisesInMs = 5_000;
const raisesInRequests = 10;
/** ... and a slow limit is not tried much more slowly than others: a refusal costs little. */
const longestWaitForRequestsMs = 20_000;
/** Where the model is a guess, it is tried sooner and faster. */
const guessHoldMs = 500;
const guessRaisesInMs = { least: 2_000, most: 8_000 };
/** With so many, it pays to know how the service counts. */
const manyWaiting = 10;
/** One refusal in so many requests, or in this time, is seldom. */
const seldomIn = 8;
const soonMs = 60_000;
/** More is tried only while what waits takes longer than this. */
const worthwhileMs = 10_000;

export const startLimit = (nowMs: number): Limit => ({
  model: { kind: 'free' },
  places: openPlaces(),
  flights: noFlights(),
  log: [],
  lessonAtMs: nowMs,
  nextAtMs: -Infinity,
  raisesAtMs: nowMs,
  holdMs: firstHoldMs,
  pausesInARow: 0,
  waiting: 0,
  pausedAtMs: -Infinity,
  toldUntilMs: -Infinity,
  refusedAtMs: nowMs,
  raisedBy: 1,
  raisesInMs,
  activeAtMs: nowMs,
});

const isGuess = (model: Model) => 'isGuess' in model && model.isGuess === true;

/** How far beyond the model it is tried now. */
function raiseAt({ model, raisesAtMs, raisesInMs }: Limit, nowMs: number): number {
  const windowMs = model.kind === 'window' ? model.ms : 0;
  const slowestMs = isGuess(model) ? guessRaisesInMs.most : Infinity;
  const byModelMs = Math.max(2 * windowMs, someRequestsMs(model));
  const scaleMs = Math.max(raisesInMs, Math.min(byModelMs, slowestMs));
  return 1 + Math.max(0, (nowMs - raisesAtMs) / scaleMs) ** 3;
}

const marginOf = (windowMs: number) =>
  Math.min(Math.max(marginShare * windowMs, leastMarginMs), mostMarginMs);

/** So long apart are requests by the model; 0 where it says nothing of that. */
function gapMs(model: Model): number {
  if (model.kind === 'rate') return 1000 / model.perSecond;
  return model.kind === 'window' ? model.ms / model.most : 0;
}

/** So long some requests take by the model, in ms. */
const someRequestsMs = (model: Model) =>
  Math.min(raisesInRequests * gapMs(model), longestWaitForRequestsMs);

/** When the model lets the next request go. */
export function modelOpensAtMs(limit: Limit, nowMs: number): number {
  const { model, log, pausesInARow } = limit;
  // The pause stands in its place, and a kind that may go in the middle of it is only proving.
  if (pausesInARow > 0) return -Infinity;
  if (model.kind === 'rate') return limit.nextAtMs;
  if (model.kind !== 'window') return -Infinity;
  const before = log[log.length - model.most];
  if (before === undefined) return -Infinity;
  return before.sentAtMs + (model.ms + marginOf(model.ms)) / raiseAt(limit, nowMs);
}

/** Whether a window has taken all that it is known to take, or has been shown to since. */
function isBeyond(limit: Limit, nowMs: number): boolean {
  const { model, log } = limit;
  if (model.kind !== 'window') return false;
  // What it took that was tried in the window before, it takes for certain.
  const shownMs = nowMs - Math.max(model.ms, 3 * latencyOf(limit));
  const before = log[log.length - model.most];
  return before !== undefined && before.sentAtMs + model.ms / raiseAt(limit, shownMs) > nowMs;
}

const latencyOf = ({ places: { latency } }: Limit) =>
  Math.max(latency.create.late, latency.look.late);

/** When one more request may be under way, if no answer comes before: at once, or at that time. */
export function roomAtMs(limit: Limit, nowMs: number): number {
  const { flights, places, pausesInARow, model } = limit;
  const latencyMs = latencyOf(limit);
  setSilentAside(flights, latencyMs, nowMs);
  const most = model.kind === 'places' ? model.most * raiseAt(limit, nowMs) : Infinity;
  // Beyond what a window took before one goes after another, or many were refused at once.
  const isOne = pausesInARow > 0 || isBeyond(limit, nowMs);
  const size = isOne ? 1 : Math.floor(Math.min(places.size, most));
  return isFree(flights, size) ? nowMs : silentAtMs(flights, latencyMs);
}

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
  widen(limit.places, sample, countFlights(limit.flights) + 1);
}

/** A pause is over: what was taken and refused before it tells how the service counts. */
function learn(limit: Limit, { sentAtMs, nowMs }: Sample): void {
  const { log, lessonAtMs, model: believed, raisedBy, emptyAtMs, toldUntilMs } = limit;
  const requests = log.filter((one) => one.sentAtMs >= lessonAtMs && one.sentAtMs < sentAtMs);
  const known = { requests, believed, emptyAtMs, toldUntilMs };
  const evidence = { ...known, againAtMs: sentAtMs, raise: raisedBy };
  const isLimit = !isMoment(limit, requests);
  if (isLimit) limit.model = recognise(evidence);
  const refusedAtMs = requests.findLast(({ fate }) => fate === 'refused')?.sentAtMs ?? nowMs;
  limit.emptyAtMs = refusedAtMs;
  limit.log = log.filter(({ fate }) => fate !== 'refused');
  limit.lessonAtMs = sentAtMs;
  limit.pausesInARow = 0;
  // Trying in vain is to become rare; what was far too little is to be found out soon.
  const isInVain = raisedBy > triedAtRaise && gapMs(limit.model) > 0.8 * gapMs(believed);
  limit.holdMs = isInVain ? Math.min(2 * limit.holdMs, longestHoldMs) : firstHoldMs;
  limit.raisesInMs = isGuess(limit.model) ? guessRaisesInMs.least : raisesInMs;
  const holdMs = Math.max(limit.holdMs, someRequestsMs(limit.model));
  limit.raisesAtMs = nowMs + (isGuess(limit.model) ? guessHoldMs : holdMs);
  if (limit.model.kind === 'rate') limit.nextAtMs = refusedAtMs + 1000 / limit.model.perSecond;
  if (isLimit) beginAgain(limit.places);
}

/**
 * Whether a refusal was a moment of the service, from which nothing is to be learned: cured by one
 * pause, and a seldom one, with so few waiting that it matters more when they go than that another
 * may be refused. Where none was taken, nothing was shown either.
 */
function isMoment(
  { model, raisedBy, pausesInARow, waiting, emptyAtMs = -Infinity }: Limit,
  requests: readonly Flight[],
): boolean {
  // A guess that was tried has its answer.
  if (isGuess(model) && raisedBy > triedAtRaise) return false;
  const refused = requests.filter(({ fate }) => fate === 'refused');
  const isNew = (refused[0]?.sentAtMs ?? 0) - emptyAtMs > soonMs;
  if (isNew && refused.length === requests.length) return true;
  const isSeldom = isNew || (refused.length === 1 && requests.length > seldomIn);
  return isSeldom && pausesInARow === 1 && waiting < manyWaiting;
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

/**
 * As long as the service asks, if it then takes one. Where it does not say, or not rightly, it is
 * tried when the windows by which services count would be over, and not much less often than twice a
 * minute.
 */
function pauseFor(limit: Limit, nowMs: number, toldMs?: number): number {
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
