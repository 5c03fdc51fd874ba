import { backoffDelayMs, pollDelayMs } from './delays';
import { keyIsRefused } from './contact';
import { type ObserveContext } from './observe';
import { contradictionTolerance, longestProbeIntervalMs, notFoundTolerance } from './settings';
import { extendStreak } from './streak';
import { end, type TaskWatch } from './watch';

/** A task may be unknown for a moment right after its creation, or on a replica that lags. */
export function readNotFound(watch: TaskWatch, reason: string, context: ObserveContext): TaskWatch {
  const { nowMs, settings, random } = context;
  const notFoundSinceMs = watch.notFoundInRow > 0 ? (watch.notFoundSinceMs ?? nowMs) : nowMs;
  const missing = {
    ...watch,
    lastFault: reason,
    faultsInRow: watch.faultsInRow + 1,
    notFoundInRow: watch.notFoundInRow + 1,
    notFoundSinceMs,
    nextAskAtMs: nowMs + pollDelayMs(watch, nowMs, settings, random),
  };
  const believed =
    missing.notFoundInRow >= notFoundTolerance.answers &&
    nowMs - notFoundSinceMs >= notFoundTolerance.durationMs;
  return believed ? end(missing, 'notFound', nowMs) : missing;
}

export function readKeyRefused(
  before: TaskWatch,
  answer: { reason: string },
  context: ObserveContext,
  accepted: boolean | undefined,
): TaskWatch {
  const keyRefusals = extendStreak(before.keyRefusals, context.nowMs);
  const watch = retryLater({ ...before, keyRefusals }, answer, probing(context));
  return keyIsRefused(keyRefusals, accepted, context.nowMs)
    ? end(watch, 'unauthorized', context.nowMs)
    : watch;
}

/** A cache may have mixed up two answers, or the service may be in the middle of a change. */
export function readContradiction(
  before: TaskWatch,
  reason: string,
  { nowMs, settings, random }: ObserveContext,
): TaskWatch {
  const contradictionsInRow = (before.contradictionsInRow ?? 0) + 1;
  const watch = {
    ...before,
    contradictionsInRow,
    faultsInRow: before.faultsInRow + 1,
    lastFault: reason,
    nextAskAtMs: nowMs + pollDelayMs(before, nowMs, settings, random),
  };
  return contradictionsInRow >= contradictionTolerance.answers
    ? end(watch, 'contradiction', nowMs)
    : watch;
}

/** Whoever checks seldom still wants to know soon that checking is in vain. */
export function probing(context: ObserveContext): ObserveContext {
  const intervalMs = Math.min(context.settings.intervalMs, longestProbeIntervalMs);
  return { ...context, settings: { ...context.settings, intervalMs } };
}

/** Asks again with growing pauses. */
export function retryLater(
  watch: TaskWatch,
  answer: { reason: string; retryAfterMs?: number },
  { nowMs, settings, random }: ObserveContext,
): TaskWatch {
  const faultsInRow = watch.faultsInRow + 1;
  const delayMs = backoffDelayMs(faultsInRow, answer.retryAfterMs, settings, random);
  return { ...watch, faultsInRow, lastFault: answer.reason, nextAskAtMs: nowMs + delayMs };
}
