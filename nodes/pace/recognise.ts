/** A request and what became of it. */
export interface Trace {
  sentAtMs: number;
  /** How many were under way and waited when it was sent, itself included. */
  crowd: number;
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
  /** What was believed, and how far beyond it was tried. */
  believed: Model;
  raise: number;
  /** When the service refused the last one before all of these. */
  emptyAtMs: number | undefined;
}

/** Lengths of time by which services count, in seconds. */
export const usualSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 86_400];

/** Whoever counts by at least so long spends what it allows at once; the others are kept even. */
const leastWindowMs = 3_000;
/** So much of what was taken and refused may be told otherwise. */
const misfitShare = 0.25;
const slowestPerSecond = 1 / 60;
const fastestPerSecond = 1_000;
/** n8n sends requests at least as fast when it sends many. */
const longestGapMs = 5;
/** So many before a refusal show how it came to it. */
const nearBefore = 60;
/** So few are as much chance as measure. */
const fewTaken = 3;
const manyTaken = 6;
/** A guess beyond which so many times as much was taken was wrong. */
const wrongAtRaise = 2;

const isTaken = ({ fate }: Trace) => fate === 'taken';
const isRefused = ({ fate }: Trace) => fate === 'refused';
const count = <One>(all: readonly One[], is: (one: One) => boolean) => all.filter(is).length;

/** What explains that the service refused some of these requests. */
export function recognise(evidence: Evidence): Model {
  const { requests, believed, againAtMs, raise } = evidence;
  const first = requests.findIndex(isRefused);
  if (first < 0) return believed;
  const heardAtMs = requests[first]!.landedAtMs ?? requests[first]!.sentAtMs;
  const before = requests.slice(0, first);
  /** Sent while nobody knew of a refusal. */
  const blind = requests.filter(({ sentAtMs }) => sentAtMs < heardAtMs);
  if (believed.kind === 'rate') return slower(believed, evidence, before);
  if (believed.kind === 'window' && !(believed.isGuess && raise >= wrongAtRaise))
    return narrower(believed, evidence, before);
  const places = placesOf(blind);
  if (places !== undefined) return { kind: 'places', most: places };
  if (believed.kind === 'places') {
    const seconds = (againAtMs - requests[0]!.sentAtMs) / 1000;
    return rateOf(count(requests, isTaken) / Math.max(seconds, 0.001));
  }

  const beganAtMs = requests[0]!.sentAtMs;
  const lastRefusedAtMs = requests.findLast(isRefused)!.sentAtMs;
  const overByMs = againAtMs - beganAtMs;
  const usualMs = windowOf(lastRefusedAtMs - beganAtMs, overByMs);
  const ms = usualMs ?? Math.max(overByMs, 1);
  const behind = blind.slice(first);
  const leaked = count(behind, isTaken);
  const most = Math.max(1, takenSince(before, requests[first]!.sentAtMs - ms));
  const seconds = spanMs(behind) / 1000;
  const leakedPerSecond = (leaked + 1) / seconds;
  const filled = (leakedPerSecond * spanMs(requests.slice(0, first + 1))) / 1000;
  const burst = Math.max(1, most - filled);
  if (leaked >= manyTaken) return rateOf(leakedPerSecond, burst);
  if (usualMs !== undefined && ms >= leastWindowMs) {
    const isGuess = requests[first]!.crowd < fewTaken || most + leaked < manyTaken;
    return { kind: 'window', most: most + leaked, ms, ...(isGuess && { isGuess }) };
  }
  const perSecond = (1000 * (most + leaked)) / ms;
  // Whatever it was, leaving the service alone for all of that time would not be sure to help.
  if (ms >= leastWindowMs) return { ...rateOf(perSecond, most), isGuess: true };
  if (leaked === 0 && perSecond * seconds >= fewTaken - 1) return { kind: 'window', most, ms };
  if (leaked === 0) return rateOf(perSecond);
  // One measure is too low where the service holds few back, the other where many share it.
  return { ...rateOf(Math.sqrt(perSecond * leakedPerSecond), burst), isGuess: true };
}

const takenSince = (requests: readonly Trace[], sinceMs: number) =>
  count(
    requests.filter(({ sentAtMs }) => sentAtMs > sinceMs),
    isTaken,
  );

/** How long it took until the last of them came, by their answers; at least a millisecond each. */
const spanMs = (requests: readonly Trace[]) =>
  Math.max(
    requests.length,
    (requests.at(-1)!.landedAtMs ?? 0) - (requests[0]!.landedAtMs ?? Infinity),
  );

/** Where the times of a measure coincide, it has told nothing. */
const rateOf = (perSecond: number, burst = 1) => ({
  kind: 'rate' as const,
  perSecond: Math.min(Math.max(perSecond, slowestPerSecond), fastestPerSecond),
  burst,
});

/** The usual length of a window that was not over at the one time, and was at the other, if there is one. */
function windowOf(notBeforeMs: number, overByMs: number): number | undefined {
  const usual = usualSeconds.map((seconds) => 1000 * seconds);
  return usual.findLast((ms) => ms > notBeforeMs && ms <= overByMs);
}

/** So many at once explain who was taken and who was not, if any number does. */
function placesOf(requests: readonly Trace[], mostMisfit = misfitShare): number | undefined {
  const crowds: Array<{ crowd: number; taken: boolean }> = [];
  const leftAtMs = spread(requests.map(({ sentAtMs }) => sentAtMs));
  const inside: number[] = [];
  for (const [nth, trace] of requests.entries()) {
    const { landedAtMs = Infinity } = trace;
    const sentAtMs = leftAtMs[nth]!;
    for (let n = inside.length - 1; n >= 0; n--) if (inside[n]! <= sentAtMs) inside.splice(n, 1);
    crowds.push({ crowd: inside.length, taken: isTaken(trace) });
    if (isTaken(trace)) inside.push(landedAtMs);
  }
  const first = crowds.findIndex(({ taken }) => !taken);
  // With few taken behind a refusal, a window or a rate would look the same.
  if (first < 0 || count(crowds.slice(first), ({ taken }) => taken) < fewTaken) return undefined;
  const share = (most: number, of: boolean) => {
    const those = crowds.filter(({ taken }) => taken === of);
    return those.filter(({ crowd }) => of !== crowd < most).length / those.length;
  };
  const misfit = (most: number) => Math.max(share(most, true), share(most, false));
  const near = crowds[first]!.crowd;
  const all = Array.from({ length: near + 1 }, (_, n) => 1 + n + Math.floor(near / 2));
  const best = all.reduce((one, other) => (misfit(other) < misfit(one) ? other : one));
  return misfit(best) <= mostMisfit ? best : undefined;
}

/** The requests of one turn do not leave at the same moment, though it is noted as one. */
function spread(atMs: readonly number[]): number[] {
  let gapMs = longestGapMs;
  let firstOfTurn = 0;
  const nth = atMs.map((one, n) => {
    if (one > atMs[firstOfTurn]!) {
      gapMs = Math.min(gapMs, (one - atMs[firstOfTurn]!) / (n - firstOfTurn));
      firstOfTurn = n;
    }
    return n - firstOfTurn;
  });
  return atMs.map((one, n) => one + nth[n]! * gapMs);
}

/** A rate was too high, or has become so. */
function slower(
  { perSecond, burst }: Model & { kind: 'rate' },
  { requests, emptyAtMs, raise }: Evidence,
  before: Trace[],
): Model {
  const near = requests.slice(Math.max(0, before.length - nearBefore));
  const places = count(near, isRefused) >= fewTaken ? placesOf(near, misfitShare / 3) : undefined;
  if (places !== undefined) return { kind: 'places', most: places };
  const tried = perSecond * raise;
  // The first one went alone, and only its answer let the others go.
  const flowing = before.slice(1);
  const taken = count(flowing, isTaken);
  const seconds = flowing.length > 1 ? spanMs(flowing) / 1000 : 0;
  // Right behind a pause it is the burst that was too large, if there was any.
  if (seconds < 1 && burst >= Math.max(2, 0.8 * taken))
    return rateOf(perSecond, Math.max(1, taken / 2));
  const restSeconds = ((flowing[0]?.sentAtMs ?? 0) - (emptyAtMs ?? 0)) / 1000;
  // A rest brings no more than the burst.
  const shown =
    seconds < 1
      ? 0.9 * tried
      : Math.max(taken / (seconds + restSeconds), (taken - burst) / seconds);
  // Where it was refused all of a sudden, what came through tells more than all before.
  const behind = requests.slice(before.length);
  const leaked = count(behind, isTaken);
  const isSudden = count(behind, isRefused) > Math.max(fewTaken, leaked);
  const told = isSudden ? Math.min(shown, (1000 * (leaked + 1)) / spanMs(behind)) : shown;
  const most = raise > 1.02 ? tried : 0.9 * tried;
  const now = Math.max(Math.min(told, most), tried / 2);
  return rateOf(now, Math.max(1, burst * Math.min(1, now / perSecond)));
}

/** A window was too large or too short, or is shared with others. */
function narrower(
  { most, ms }: Model & { kind: 'window' },
  { requests, raise, againAtMs }: Evidence,
  before: Trace[],
): Model {
  const refusedAtMs = requests[before.length]!.sentAtMs;
  const taken = takenSince(before, refusedAtMs - ms);
  if (taken < most) return { kind: 'window', most: Math.max(1, taken), ms };
  if (raise > 1.02) return { kind: 'window', most, ms };
  const overByMs = againAtMs - requests[0]!.sentAtMs;
  const longerMs = windowOf(ms, overByMs) ?? overByMs;
  if (ms >= leastWindowMs && longerMs > ms) return { kind: 'window', most, ms: longerMs };
  return { kind: 'window', most: Math.max(1, Math.floor(0.9 * most)), ms };
}
