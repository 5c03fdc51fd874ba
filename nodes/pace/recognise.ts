import { otherWindow, slower, triedAtRaise } from './adjustModel';
import { fitPlaces } from './fitPlaces';
import { fitWindow } from './fitWindow';
import {
  count,
  isRefused,
  isTaken,
  leastWindowMs,
  manyTaken,
  rateOf,
  spanMs,
  takenSince,
  usualLengthsMs,
  type Evidence,
  type Model,
  type Trace,
} from './Model';

/** A guess beyond which so many times as much was taken was wrong. */
const wrongAtRaise = 2;

/** What explains that the service refused some of these requests; a guess where few were taken. */
export function recognise(evidence: Evidence): Model {
  const { requests, believed, raise } = evidence;
  const first = requests.findIndex(isRefused);
  if (first < 0) return believed;
  const before = requests.slice(0, first);
  const model = correct(evidence, before) ?? explain(evidence, before);
  if (model.kind !== 'rate' && model.kind !== 'window') return model;
  const isFew = raise <= triedAtRaise && count(requests, isTaken) < manyTaken;
  return isFew ? { ...model, isGuess: true } : model;
}

/** What was believed of a rate or a window, corrected; undefined where something else must be true. */
function correct(evidence: Evidence, before: Trace[]): Model | undefined {
  const { requests, believed } = evidence;
  if (believed.kind === 'rate') return slower(believed, evidence, before);
  if (believed.kind !== 'window') return undefined;
  const { most, ms, isGuess } = believed;
  const taken = takenSince(before, requests[before.length]!.sentAtMs - ms);
  if (isGuess && taken >= wrongAtRaise * most) return undefined;
  return otherWindow(believed, evidence, taken);
}

function explain(evidence: Evidence, before: Trace[]): Model {
  const { requests, believed, againAtMs } = evidence;
  const first = before.length;
  const heardAtMs = requests[first]!.landedAtMs ?? requests[first]!.sentAtMs;
  /** Sent while nobody knew of a refusal. */
  const blind = requests.filter(({ sentAtMs }) => sentAtMs < heardAtMs);
  const places = fitPlaces(blind);
  if (places !== undefined) return { kind: 'places', most: places };
  if (believed.kind === 'places') {
    const seconds = (againAtMs - requests[0]!.sentAtMs) / 1000;
    return { ...rateOf(count(requests, isTaken) / Math.max(seconds, 0.001)), isGuess: true };
  }
  return fitWindow(evidence) ?? measureRate(evidence, before, blind.slice(first));
}

/**
 * What came through while the service refused others tells its rate, and so does what it took in all
 * until it took one again.
 *
 * @param before - the requests before the first that was refused
 * @param behind - that one and all behind it that were sent before it was heard of
 */
function measureRate({ requests, againAtMs }: Evidence, before: Trace[], behind: Trace[]): Model {
  const beganAtMs = requests[0]!.sentAtMs;
  const overByMs = againAtMs - beganAtMs;
  const usualMs = usualBetween(requests.findLast(isRefused)!.sentAtMs - beganAtMs, overByMs);
  const ms = usualMs ?? Math.max(overByMs, 1);
  const most = Math.max(1, takenSince(before, behind[0]!.sentAtMs - ms));
  const leaked = count(behind, isTaken);
  const leakedPerSecond = (leaked + 1) / (spanMs(behind) / 1000);
  const seconds = spanMs([...before, behind[0]!]) / 1000;
  /** What the rate itself has brought meanwhile is no burst. */
  const burstAt = (perSecond: number) => Math.max(1, most - perSecond * seconds);
  const burst = burstAt(leakedPerSecond);
  if (leaked >= manyTaken) return rateOf(leakedPerSecond, burst);
  const perSecond = (1000 * (most + leaked)) / ms;
  // Whatever it was, leaving the service alone for all of that time would not be sure to help.
  if (ms >= leastWindowMs)
    return { ...rateOf(perSecond, Math.ceil(burstAt(perSecond))), isGuess: true };
  if (leaked === 0) return rateOf(perSecond);
  // One measure is too low where the service holds few back, the other where many share it.
  return { ...rateOf(Math.sqrt(perSecond * leakedPerSecond), burst), isGuess: true };
}

/** The longest usual time that was not over at the one moment, and was at the other, if there is one. */
function usualBetween(notBeforeMs: number, overByMs: number): number | undefined {
  return usualLengthsMs.findLast((ms) => ms > notBeforeMs && ms <= overByMs);
}
