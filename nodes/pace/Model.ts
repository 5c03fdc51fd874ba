/** A request and what became of it. */
export interface Trace {
  sentAtMs: number;
  landedAtMs?: number | undefined;
  /** Absent while nobody knows. */
  fate?: 'taken' | 'refused' | undefined;
}

/**
 * How a service limits its users, as far as it has shown:
 *
 * | kind   | it takes                                       | it shows by                            |
 * | ------ | ---------------------------------------------- | -------------------------------------- |
 * | free   | whatever comes                                 | no refusal so far                      |
 * | places | so many at the same time                       | refusals that follow what is under way |
 * | window | so many in any time of a length                | none taken until that time is over     |
 * | rate   | so many per second, and some more after a rest | one taken now and then among refusals  |
 */
export type Model =
  | { kind: 'free' }
  | { kind: 'places'; most: number }
  | { kind: 'window'; most: number; ms: number; isGuess?: boolean }
  | { kind: 'rate'; perSecond: number; burst: number; isGuess?: boolean };

export interface Evidence {
  /** All since the lesson before that one, in the order in which they were sent. */
  requests: readonly Trace[];
  /** When the service took one again. */
  againAtMs: number;
  /** Before this it said that it would take none. */
  toldUntilMs: number;
  /** What was believed, and how far beyond it was tried. */
  believed: Model;
  raise: number;
  /** When the service refused the last one before all of these. */
  emptyAtMs: number | undefined;
}

/** Lengths of time by which services count, in ms. */
export const usualLengthsMs = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 86_400,
].map((seconds) => 1000 * seconds);

/** Whoever counts by at least so long spends what it allows at once; the others are kept even. */
export const leastWindowMs = 3_000;
/** So few are as much chance as measure. */
export const fewTaken = 3;
export const manyTaken = 6;

const slowestPerSecond = 1 / 60;
const fastestPerSecond = 1_000;

export const isTaken = ({ fate }: Trace) => fate === 'taken';
export const isRefused = ({ fate }: Trace) => fate === 'refused';
export const count = <One>(all: readonly One[], is: (one: One) => boolean) => all.filter(is).length;

export const takenSince = (requests: readonly Trace[], sinceMs: number) =>
  count(
    requests.filter(({ sentAtMs }) => sentAtMs > sinceMs),
    isTaken,
  );

/** How long it took until the last of them came, by their answers; at least a millisecond each. */
export const spanMs = (requests: readonly Trace[]) =>
  Math.max(
    requests.length,
    (requests.at(-1)!.landedAtMs ?? 0) - (requests[0]!.landedAtMs ?? Infinity),
  );

/** Where the times of a measure coincide, it has told nothing. */
export const rateOf = (perSecond: number, burst = 1) => ({
  kind: 'rate' as const,
  perSecond: Math.min(Math.max(perSecond, slowestPerSecond), fastestPerSecond),
  burst,
});

/** A window is taken for a little longer than it is: requests do not all take as long to arrive. */
const marginShare = 0.02;
const leastMarginMs = 20;
const mostMarginMs = 250;

export const marginOf = (windowMs: number): number =>
  Math.min(Math.max(marginShare * windowMs, leastMarginMs), mostMarginMs);
