import { backoffDelayMs, lookDelayMs } from './howOften';
import { keyIsRefused } from './contact';
import type { ObserveContext } from './ObserveContext';
import {
  contradictionTolerance,
  longestProbeIntervalMs,
  notFoundTolerance,
  extendStreak,
} from './settings';
import { end } from './startWait';
import type { TaskWait } from './WaitState';

/** A task may be unknown for a moment right after its creation, or on a replica that lags. */
export function readNotFound(
  taskWait: TaskWait,
  reason: string,
  context: ObserveContext,
): TaskWait {
  const { nowMs, settings, random } = context;
  const notFoundSinceMs = taskWait.notFoundInRow > 0 ? (taskWait.notFoundSinceMs ?? nowMs) : nowMs;
  const missing = {
    ...taskWait,
    lastFault: reason,
    faultsInRow: taskWait.faultsInRow + 1,
    notFoundInRow: taskWait.notFoundInRow + 1,
    notFoundSinceMs,
    nextAskAtMs: nowMs + lookDelayMs(taskWait, nowMs, settings, random),
  };
  const believed =
    missing.notFoundInRow >= notFoundTolerance.answers &&
    nowMs - notFoundSinceMs >= notFoundTolerance.durationMs;
  return believed ? end(missing, 'notFound', nowMs) : missing;
}

export function readKeyRefused(
  before: TaskWait,
  answer: { reason: string },
  context: ObserveContext,
  accepted: boolean | undefined,
): TaskWait {
  const keyRefusals = extendStreak(before.keyRefusals, context.nowMs);
  const taskWait = retryLater({ ...before, keyRefusals }, answer, probing(context));
  return keyIsRefused(keyRefusals, accepted, context.nowMs)
    ? end(taskWait, 'unauthorized', context.nowMs)
    : taskWait;
}

/** A cache may have mixed up two answers, or the service may be in the middle of a change. */
export function readContradiction(
  before: TaskWait,
  reason: string,
  { nowMs, settings, random }: ObserveContext,
): TaskWait {
  const contradictionsInRow = (before.contradictionsInRow ?? 0) + 1;
  const watch = {
    ...before,
    contradictionsInRow,
    faultsInRow: before.faultsInRow + 1,
    lastFault: reason,
    nextAskAtMs: nowMs + lookDelayMs(before, nowMs, settings, random),
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
  taskWait: TaskWait,
  answer: { reason: string; retryAfterMs?: number },
  { nowMs, settings, random }: ObserveContext,
): TaskWait {
  const faultsInRow = taskWait.faultsInRow + 1;
  const delayMs = backoffDelayMs(faultsInRow, answer.retryAfterMs, settings, random);
  return { ...taskWait, faultsInRow, lastFault: answer.reason, nextAskAtMs: nowMs + delayMs };
}
