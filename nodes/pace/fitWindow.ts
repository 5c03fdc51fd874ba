import {
  count,
  fewTaken,
  isTaken,
  usualLengthsMs,
  type Evidence,
  type Model,
  type Trace,
} from './Model';

/** Requests overtake each other on their way, by up to this share of the longest round trip. */
const overtakeShare = 0.15;
/** So much of what was taken, and of what was refused, may be told otherwise. */
const misfitShare = 0.03;
/** A window that is over before the service said so, but for this share, is none. */
const toldShare = 0.9;

/** A request as the service saw it, about half of the round trip later. */
interface Arrival {
  atMs: number;
  taken: boolean;
}

/**
 * The shortest window of a usual length that explains who was taken and who was not, if there is one.
 * Where the service says when it takes one again, the window is not over before.
 */
export function fitWindow({
  requests,
  againAtMs,
  toldUntilMs,
}: Evidence): (Model & { kind: 'window' }) | undefined {
  // Of a connection that broke, nobody knows what the service would have said.
  const known = requests.filter(
    ({ fate, landedAtMs }) => fate !== undefined && landedAtMs !== undefined,
  );
  const roundMs = Math.max(0, ...known.map(roundTripMs));
  const arrivals = known.map((one): Arrival => {
    return { atMs: one.sentAtMs + roundTripMs(one) / 2, taken: isTaken(one) };
  });
  const beganAtMs = requests[0]!.sentAtMs;
  const leastMs = toldShare * (toldUntilMs - roundMs / 2 - beganAtMs);
  const mostMs = againAtMs - beganAtMs;
  for (const ms of usualLengthsMs.filter((one) => one >= leastMs && one <= mostMs)) {
    const most = sizeOf(arrivals, ms, overtakeShare * roundMs);
    if (most !== undefined) return { kind: 'window', most, ms };
  }
  return undefined;
}

const roundTripMs = ({ sentAtMs, landedAtMs }: Trace) => landedAtMs! - sentAtMs;

/**
 * How many a window of this length takes.
 *
 * @param arrivals - in the order in which they were sent
 * @param overtakeMs - so much sooner or later each may have arrived
 */
function sizeOf(arrivals: readonly Arrival[], ms: number, overtakeMs: number): number | undefined {
  const inOrder = arrivals.toSorted((one, other) => one.atMs - other.atMs);
  const takenAtMs = inOrder.filter(({ taken }) => taken).map(({ atMs }) => atMs);
  const takenBefore = (atMs: number) => countBelow(takenAtMs, atMs);
  // Of those that came at the same moment, the one that was sent before counts as well.
  let taken = 0;
  const seen = inOrder.map((one) => {
    const within = taken - takenBefore(one.atMs - ms);
    if (one.taken) taken += 1;
    return { ...one, within };
  });
  const refusals = seen.filter((one) => !one.taken);
  if (takenAtMs.length < fewTaken || refusals.length === 0) return undefined;
  // Once it is over, none is refused.
  if (refusals.some(({ within }) => within === 0)) return undefined;
  const atRefusals = refusals.map(({ within }) => within).sort((one, other) => one - other);
  const size = atRefusals[atRefusals.length >> 1]!;
  const moved = (atMs: number) => takenBefore(atMs) - takenBefore(atMs - ms);
  const tooMany = count(
    seen,
    (one) => one.taken && one.within >= size && moved(one.atMs - overtakeMs) >= size,
  );
  const tooFew = count(
    refusals,
    ({ within, atMs }) => within < size && moved(atMs + overtakeMs) < size,
  );
  const isFit =
    tooMany <= misfitShare * takenAtMs.length && tooFew <= misfitShare * refusals.length;
  return size >= fewTaken && isFit ? size : undefined;
}

/** How many of the sorted numbers lie below. */
function countBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
