import { noFlights, type Flight, type Flights } from './flights';
import type { Model } from './Model';
import { openPlaces, type Places } from './places';
import { firstHoldMs, usualRaisesInMs } from './raiseAt';
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
  /** Requests that only wait for n8n's other executions to have had their turn. */
  heldBack?: number;
}

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
  raisesInMs: usualRaisesInMs,
  activeAtMs: nowMs,
});

export const latencyOf = ({ places: { latency } }: Limit): number =>
  Math.max(latency.create.late, latency.look.late);
