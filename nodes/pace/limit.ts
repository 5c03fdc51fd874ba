import {
  countFlights,
  isFree,
  noFlights,
  setAllAside,
  setSilentAside,
  silentAtMs,
  type Flights,
} from './flights';
import { noteSent, noteTaken, reopen, settle, startCount, unlimitedRate, type Rate } from './rate';
import { fade, halve, isCrowded, narrowToFit, openWindow, widen, type Window } from './window';
import type { RequestKind } from './urgency';

/**
 * What is known of one limit of the service. It is in one of three states:
 *
 * | state   | what goes                                        | until                          |
 * | ------- | ------------------------------------------------ | ------------------------------ |
 * | open    | as many as the window holds, at the rate         | a refusal → paused             |
 * | paused  | nothing                                          | the time is over → proving     |
 * | proving | one, and another when that one is silent         | taken → open; refused → paused |
 *
 * The end of a quota is proved as well: one request after another, until one is refused.
 *
 * When a kind of request may go again is its own affair (see pace.ts): that is all of "paused".
 */
export interface Limit {
  window: Window;
  rate: Rate;
  flights: Flights;
  /** Pauses since the service last took a request: the limit is being proved while there are any. */
  pausesInARow: number;
  /** When the newest of them began: what was sent before belongs to it. */
  pausedAtMs: number;
  /** Where the newest of them was a long one. */
  quota?: Quota | undefined;
  /** A pause whose end the rate is not set for yet. */
  unsettled?: { refusedAtMs: number; opensAtMs: number } | undefined;
  activeAtMs: number;
}

/** A limit that counts by long periods takes as many in the next one as it took in the last. */
interface Quota {
  /** So many of them may still go at once. */
  left: number;
  /** So many go one after another behind them; if all are taken, the quota has grown. */
  proofs: number;
}

/** What an answer tells a limit. */
export interface Sample {
  kind: RequestKind;
  sentAtMs: number;
  nowMs: number;
  /** Requests under way when it was sent, itself included. */
  inFlight: number;
  /** It was sent alone, to prove that more are taken. */
  isProof: boolean;
  /** How long the service asked to wait, if it did. */
  retryAfterMs?: number | undefined;
}

/** A longer pause is about a quota, not about speed. */
const longestSpeedPauseMs = 60_000;
/** Whoever asks for such a pause counts requests by long periods. */
const leastQuotaPauseMs = 3_000;
const leastQuota = 10;
/** So much of a quota goes at once: what the others find out costs one refusal. */
const quotaShare = 0.97;
const longestGuessMs = 32_000;

export const startLimit = (nowMs: number): Limit => ({
  window: openWindow(),
  rate: unlimitedRate(nowMs),
  flights: noFlights(),
  pausesInARow: 0,
  pausedAtMs: -Infinity,
  activeAtMs: nowMs,
});

/** When its rate lets the next request go. */
export const rateOpensAtMs = ({ rate, unsettled }: Limit) =>
  // The pause stands in its place, and a kind that may go in the middle of it is only proving.
  unsettled ? -Infinity : rate.nextAtMs;

const latencyOf = ({ window: { latency } }: Limit) =>
  Math.max(latency.create.late, latency.look.late);

/** When one more request may be under way, if no answer comes before: at once, or at that time. */
export function roomAtMs(limit: Limit, nowMs: number): number {
  const { flights, window, pausesInARow, quota } = limit;
  const latencyMs = latencyOf(limit);
  setSilentAside(flights, latencyMs, nowMs);
  const isProving = pausesInARow > 0 || quota?.left === 0;
  const hasRoom = isFree(flights, isProving ? 1 : Math.floor(window.size));
  return hasRoom ? nowMs : silentAtMs(flights, latencyMs);
}

/** A request goes. */
export function noteDeparture(limit: Limit, kind: RequestKind, nowMs: number) {
  const { flights, rate, window, activeAtMs, unsettled, quota } = limit;
  const isOnlyOne = countFlights(flights) === 0;
  if (isOnlyOne) fade(window, nowMs - activeAtMs);
  if (unsettled && nowMs >= unsettled.opensAtMs) {
    if (quota) reopen(rate, unsettled.opensAtMs);
    else settle(rate, unsettled.refusedAtMs, unsettled.opensAtMs);
    limit.unsettled = undefined;
  }
  if (isOnlyOne && rate.perSecond === Infinity && nowMs - activeAtMs > 1000)
    startCount(rate, nowMs);
  const isProof = quota?.left === 0;
  const flight = { kind, sentAtMs: nowMs, inFlight: countFlights(flights) + 1, isProof };
  flights.awaited.add(flight);
  if (quota && quota.left > 0) quota.left -= 1;
  limit.activeAtMs = nowMs;
  noteSent(rate, nowMs, isOnlyOne);
  return flight;
}

/** The service took a request. */
export function noteSuccess(limit: Limit, sample: Sample): void {
  if (sample.sentAtMs >= limit.pausedAtMs) limit.pausesInARow = 0;
  if (sample.isProof && limit.quota && --limit.quota.proofs <= 0) limit.quota = undefined;
  noteTaken(limit.rate);
  widen(limit.window, sample);
}

/** There was no proper answer. */
export const noteBreak = ({ window }: Limit, sample: Sample) => halve(window, sample);

/** The service refused a request. Returns until when it is to be left alone, if it is. */
export function noteRefusal(limit: Limit, sample: Sample): number | undefined {
  const { flights, window } = limit;
  const { nowMs, sentAtMs } = sample;
  const isNew = sentAtMs >= limit.pausedAtMs;
  const crowded = isCrowded(window, sample);
  if (crowded) narrowToFit(window, sample);
  // In a crowd the next answer makes room; without one it takes time.
  if (crowded && sample.retryAfterMs === undefined && countFlights(flights) > 0) {
    if (isNew) limit.pausedAtMs = nowMs;
    return undefined;
  }
  if (isNew) {
    limit.pausesInARow += 1;
    limit.pausedAtMs = nowMs;
    setAllAside(flights);
  }
  const pauseMs = pauseFor(limit.pausesInARow, sample.retryAfterMs);
  const untilMs = nowMs + pauseMs;
  if (isNew) limit.quota = quotaOf(limit.rate.taken, sample.retryAfterMs);
  if (limit.quota || (!crowded && pauseMs <= longestSpeedPauseMs)) {
    if (isNew) window.mostTaken = 0;
    const { refusedAtMs = nowMs, opensAtMs: before = 0 } = limit.unsettled ?? {};
    limit.unsettled = { refusedAtMs, opensAtMs: Math.max(before, untilMs) };
  }
  return untilMs;
}

function quotaOf(taken: number, retryAfterMs = 0): Quota | undefined {
  if (retryAfterMs < leastQuotaPauseMs || taken < leastQuota) return undefined;
  const left = Math.floor(quotaShare * taken);
  return { left, proofs: 2 * (taken - left) };
}

/** A service that says "at once" every time would otherwise be asked without end. */
function pauseFor(inARow: number, retryAfterMs: number | undefined): number {
  const guessMs = Math.min(1000 * 2 ** (Math.max(inARow, 1) - 1), longestGuessMs);
  const leastMs = inARow <= 1 ? 0 : guessMs / 2;
  return Math.max(retryAfterMs ?? guessMs, leastMs);
}
