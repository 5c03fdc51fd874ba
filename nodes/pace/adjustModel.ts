import { fitPlaces, placesMisfit } from './fitPlaces';
import { fitWindow } from './fitWindow';
import {
  count,
  fewTaken,
  isRefused,
  isTaken,
  leastWindowMs,
  manyTaken,
  rateOf,
  spanMs,
  usualLengthsMs,
  type Evidence,
  type Model,
  type Trace,
} from './Model';

/** So many before a refusal show how it came to it. */
const nearBefore = 60;
/** Beyond the model by more than this, it was tried whether the service takes more. */
export const triedAtRaise = 1.02;
/** A window of other length takes about as many. */
const likeness = 0.8;

/**
 * A rate was too high, or has become so.
 *
 * @param before - the requests before the first that was refused
 */
export function slower(
  { perSecond, burst }: Model & { kind: 'rate' },
  { requests, emptyAtMs, raise }: Evidence,
  before: Trace[],
): Model {
  const near = requests.slice(Math.max(0, before.length - nearBefore));
  const places = count(near, isRefused) >= fewTaken ? fitPlaces(near, placesMisfit / 3) : undefined;
  if (places !== undefined) return { kind: 'places', most: places };
  const tried = perSecond * raise;
  // The first one went alone, and only its answer let the others go.
  const flowing = before.slice(1);
  const taken = count(flowing, isTaken);
  const seconds = flowing.length > 1 ? spanMs(flowing) / 1000 : 0;
  // Right behind a pause it is the burst that was too large, if there was one.
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
  const most = raise > triedAtRaise ? tried : 0.9 * tried;
  const now = Math.max(Math.min(told, most), tried / 2);
  return rateOf(now, Math.max(1, burst * Math.min(1, now / perSecond)));
}

/**
 * A window was too large, too long or too short, or is shared with others.
 *
 * @param taken - so many were taken in its time before the first that was refused
 */
export function otherWindow(
  { most, ms }: Model & { kind: 'window' },
  evidence: Evidence,
  taken: number,
): Model {
  const { requests, raise } = evidence;
  const isTried = raise > triedAtRaise;
  const isShown = !isTried && count(requests, isRefused) >= fewTaken;
  const longer = isShown ? fitWindow(evidence) : undefined;
  const isLike =
    longer !== undefined && Math.min(longer.most / most, most / longer.most) > likeness;
  if (isLike && longer.ms > ms) return longer;
  if (taken < most) return evenIfFew(Math.max(taken, Math.floor(most / 2)), ms);
  if (!isTried) return evenIfFew(Math.floor(0.9 * most), ms);
  // It took more than was believed: as many in less time, if that is a usual one.
  const shorterMs = usualLengthsMs.find((one) => one * taken >= 0.9 * ms * most) ?? ms;
  return shorterMs < ms ? evenIfFew(most, shorterMs) : evenIfFew(taken, ms);
}

/** What is left of a short window that others share is too little to count by. */
const evenIfFew = (most: number, ms: number): Model =>
  ms < leastWindowMs && most < manyTaken
    ? { ...rateOf((1000 * Math.max(1, most)) / ms, Math.max(1, most)), isGuess: true }
    : { kind: 'window', most: Math.max(1, most), ms };
