import { triedAtRaise } from './adjustModel';
import type { Flight } from './flights';
import type { Limit, Sample } from './limitState';
import { beginAgain } from './places';
import {
  firstHoldMs,
  gapMs,
  guessHoldMs,
  guessRaisesInMs,
  isGuess,
  someRequestsMs,
  usualRaisesInMs,
} from './raiseAt';
import { recognise } from './recognise';

const longestHoldMs = 60_000;
/** With so many, it pays to know how the service counts. */
const manyWaiting = 10;
/** One refusal in so many requests, or in this time, is seldom. */
const seldomIn = 8;
const soonMs = 60_000;

/** A pause is over: what was taken and refused before it tells how the service counts. */
export function learn(limit: Limit, { sentAtMs, nowMs }: Sample): void {
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
  limit.raisesInMs = isGuess(limit.model) ? guessRaisesInMs.least : usualRaisesInMs;
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
