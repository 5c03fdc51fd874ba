import { noteSent, noteTaken, settle, startCount, unlimitedRate, type Rate } from './rate';
import type { RequestKind } from './urgency';
import { fade, halve, isCrowded, narrowToFit, openWindow, widen, type Window } from './window';

/** All that is known of how fast an account's service takes requests. */
export interface Pace {
  window: Window;
  rate: Rate;
  /** Nothing of this kind is sent before. */
  closedUntilMs: Record<RequestKind, number>;
  /** Pauses that the service asked for since it last took a request. */
  pausesInARow: number;
  /** When the newest of them began: what was sent before belongs to it. */
  pausedAtMs: number;
  /** A pause whose end the rate is not set for yet. */
  unsettled?: { refusedAtMs: number; opensAtMs: number } | undefined;
  underWay: number;
  activeAtMs: number;
}

/** What an answer tells of the pace: taken, whatever it says; refused (429); or no proper answer. */
export type Verdict = 'taken' | 'refused' | 'broken';

export interface Sample {
  verdict: Verdict;
  kind: RequestKind;
  sentAtMs: number;
  nowMs: number;
  /** Requests under way when it was sent, itself included. */
  inFlight: number;
  /** How long the service asked to wait, if it did. */
  retryAfterMs?: number | undefined;
}

/** What was learned is forgotten after so long without a request. */
export const forgetAfterMs = 10 * 60_000;

/** A longer pause is about a quota, not about speed, and does not hold back the other kind. */
const longestSpeedPauseMs = 60_000;
const longestGuessMs = 32_000;

export const startPace = (nowMs: number): Pace => ({
  window: openWindow(),
  rate: unlimitedRate(nowMs),
  closedUntilMs: { create: 0, look: 0 },
  pausesInARow: 0,
  pausedAtMs: -Infinity,
  underWay: 0,
  activeAtMs: nowMs,
});

/** When a request of this kind may go, by the clock alone; see {@link hasRoom} for the rest. */
export function opensAtMs({ closedUntilMs, rate, unsettled }: Pace, kind: RequestKind): number {
  return Math.max(closedUntilMs[kind], unsettled?.opensAtMs ?? rate.nextAtMs);
}

/** Whether one more request may be under way. */
export function hasRoom({ window, underWay, pausesInARow }: Pace): boolean {
  // Behind a pause one request finds out whether the service takes them again.
  return underWay < (pausesInARow > 0 ? 1 : Math.floor(window.size));
}

/** A request goes. Returns how many are under way with it. */
export function noteDeparture(pace: Pace, nowMs: number): number {
  if (pace.underWay === 0) fade(pace.window, nowMs - pace.activeAtMs);
  if (pace.unsettled) {
    settle(pace.rate, pace.unsettled.refusedAtMs, pace.unsettled.opensAtMs);
    pace.unsettled = undefined;
  }
  if (pace.underWay === 0 && pace.rate.perSecond === Infinity && nowMs - pace.activeAtMs > 1000)
    startCount(pace.rate, nowMs);
  pace.underWay += 1;
  pace.activeAtMs = nowMs;
  noteSent(pace.rate, nowMs, pace.underWay === 1);
  return pace.underWay;
}

/** Learns from an answer. */
export function noteAnswer(pace: Pace, sample: Sample): void {
  pace.underWay -= 1;
  pace.activeAtMs = sample.nowMs;
  if (sample.verdict === 'refused') return pause(pace, sample);
  if (sample.verdict === 'broken') return halve(pace.window, sample);
  if (sample.sentAtMs >= pace.pausedAtMs) pace.pausesInARow = 0;
  noteTaken(pace.rate);
  widen(pace.window, sample);
}

/** The request counts for nothing: nobody knows what the service would have said. */
export function noteAbsence(pace: Pace): void {
  pace.underWay -= 1;
}

function pause(pace: Pace, sample: Sample): void {
  const { kind, nowMs, sentAtMs } = sample;
  const isNew = sentAtMs >= pace.pausedAtMs;
  if (isNew) {
    pace.pausesInARow += 1;
    pace.pausedAtMs = nowMs;
  }
  const crowded = isCrowded(pace.window, sample);
  if (crowded) narrowToFit(pace.window, sample);
  // In a crowd the next answer makes room; without one it takes time.
  if (crowded && sample.retryAfterMs === undefined && pace.underWay > 0) {
    if (isNew) pace.pausesInARow -= 1;
    return;
  }
  const pauseMs = pauseFor(pace.pausesInARow, sample.retryAfterMs);
  const untilMs = nowMs + pauseMs;
  if (!crowded && pauseMs <= longestSpeedPauseMs) {
    if (isNew) pace.window.mostTaken = 0;
    const { refusedAtMs = nowMs, opensAtMs: before = 0 } = pace.unsettled ?? {};
    pace.unsettled = { refusedAtMs, opensAtMs: Math.max(before, untilMs) };
  }
  const closed = pace.closedUntilMs;
  const other = kind === 'create' ? 'look' : 'create';
  closed[kind] = Math.max(closed[kind], untilMs);
  closed[other] = Math.max(closed[other], Math.min(untilMs, nowMs + longestSpeedPauseMs));
}

/** A service that says "at once" every time would otherwise be asked without end. */
function pauseFor(inARow: number, retryAfterMs: number | undefined): number {
  const guessMs = Math.min(1000 * 2 ** (inARow - 1), longestGuessMs);
  const leastMs = inARow === 1 ? 0 : guessMs / 2;
  return Math.max(retryAfterMs ?? guessMs, leastMs);
}
