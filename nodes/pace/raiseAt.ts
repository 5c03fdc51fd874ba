import type { Model } from './Model';

export const firstHoldMs = 4_000;
/** What is tried beyond the model doubles it in this time. */
export const usualRaisesInMs = 5_000;
const raisesInRequests = 10;
/** ... and a slow limit is not tried much more slowly than others: a refusal costs little. */
const longestWaitForRequestsMs = 20_000;
/** Where the model is a guess, it is tried sooner and faster. */
export const guessHoldMs = 500;
export const guessRaisesInMs = { least: 2_000, most: 8_000 };

export const isGuess = (model: Model): boolean => 'isGuess' in model && model.isGuess === true;

/** So long apart are requests by the model, in ms; 0 where it says nothing of that. */
export function gapMs(model: Model): number {
  if (model.kind === 'rate') return 1000 / model.perSecond;
  return model.kind === 'window' ? model.ms / model.most : 0;
}

/** So long some requests take by the model, in ms. */
export const someRequestsMs = (model: Model): number =>
  Math.min(raisesInRequests * gapMs(model), longestWaitForRequestsMs);

/** What is tried beyond a model: nothing before a time, and then ever more. */
export interface Raise {
  model: Model;
  raisesAtMs: number;
  /** What is tried doubles the model in this time. */
  raisesInMs: number;
}

/** How far beyond the model it is tried at that time. */
export function raiseAt({ model, raisesAtMs, raisesInMs }: Raise, nowMs: number): number {
  const windowMs = model.kind === 'window' ? model.ms : 0;
  const slowestMs = isGuess(model) ? guessRaisesInMs.most : Infinity;
  const byModelMs = Math.max(2 * windowMs, someRequestsMs(model));
  const scaleMs = Math.max(raisesInMs, Math.min(byModelMs, slowestMs));
  return 1 + Math.max(0, (nowMs - raisesAtMs) / scaleMs) ** 3;
}
