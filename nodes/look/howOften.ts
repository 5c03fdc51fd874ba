import { jitterShare, longestBackoffMs, type WaitSettings } from './settings';
import type { ProgressPoint, TaskWait } from './WaitState';

/** Bounds of a delay that follows the progress, as shares of the interval. */
const soonestShare = 0.2;
const latestShare = 2;
/** ... where the progress has kept its pace. */
const latestShareIfSure = 4;
/** A look at the end comes a little behind it, since progress is told in whole percent. */
const pastEnd = 1.02;
/** Paces that differ by less are the same: whole percent tell no more. */
const steadiness = 0.1;

/** Source of chance: a number in [0, 1). */
export type Random = () => number;

/** Time until a task that was just seen unfinished is asked again. */
export function lookDelayMs(
  taskWait: TaskWait,
  nowMs: number,
  settings: WaitSettings,
  random: Random,
): number {
  const { intervalMs } = settings;
  const isSure = isSteady(taskWait);
  const delayMs = foreseenDelayMs(taskWait, nowMs, intervalMs, isSure);
  const leftMs = foreseenEndMs(taskWait) - nowMs;
  // A look at the end that comes too early costs another one, and ends are scattered by themselves.
  const isAtEnd = delayMs >= leftMs && delayMs <= leftMs * pastEnd;
  return isAtEnd ? delayMs : jitter(delayMs, random);
}

/**
 * The watch of a task that was created a moment ago: asked for the first time when the interval has
 * passed since, and known to have been at its beginning then.
 */
export function startBehind(
  taskWait: TaskWait,
  created: { atMs: number },
  { nowMs, settings, random }: { nowMs: number; settings: WaitSettings; random: Random },
): TaskWait {
  const atMs = Math.min(created.atMs, nowMs);
  // Never before the interval has passed: a look more than at the fixed interval is no gain.
  const dueAtMs = atMs + settings.intervalMs * (1 + jitterShare * random());
  const firstAskAtMs = Math.min(Math.max(dueAtMs, nowMs), taskWait.deadlineAtMs);
  return {
    ...taskWait,
    firstProgress: { percent: 0, atMs },
    earlierProgress: { percent: 0, atMs },
    firstAskAtMs,
    nextAskAtMs: firstAskAtMs,
  };
}

/** When the task reaches its end at the pace of the last two answers; NaN when that tells nothing. */
export function foreseenEndMs({ earlierProgress: earlier, lastProgress: last }: TaskWait): number {
  if (earlier === undefined || last === undefined) return NaN;
  const percentMs = msPerPercent(earlier, last);
  const leftMs = (100 - last.percent) * percentMs;
  return percentMs > 0 && leftMs >= 0 ? last.atMs + leftMs : NaN;
}

/**
 * All of the time that is left at the pace of the last two answers where the end is near or the pace
 * is sure, and half of it otherwise. Requests that are saved far from the end pay for those near
 * it, so that there are never more than at the fixed interval.
 */
function foreseenDelayMs(
  taskWait: TaskWait,
  nowMs: number,
  intervalMs: number,
  isSure: boolean,
): number {
  const { lastProgress, polls, nextAskAtMs, startedAtMs, firstAskAtMs = startedAtMs } = taskWait;
  const leftMs = foreseenEndMs(taskWait) - nowMs;
  if (!Number.isFinite(leftMs) || lastProgress?.atMs !== nowMs) return intervalMs;

  const soonestMs = Math.min(Math.max(soonestShare * intervalMs, 1_000), intervalMs);
  const keptMs = intervalMs + Math.min(Math.max(nowMs - nextAskAtMs, 0), intervalMs);
  const latestMs = (isSure ? latestShareIfSure : latestShare) * keptMs;
  const wishedMs = isSure || leftMs <= latestMs ? leftMs * pastEnd : leftMs / 2;
  const delayMs = Math.min(Math.max(wishedMs, soonestMs), latestMs);
  const affordedMs = firstAskAtMs + polls * intervalMs - nowMs;
  return delayMs < intervalMs ? Math.min(Math.max(delayMs, affordedMs), intervalMs) : delayMs;
}

/** Whether the progress, whose end is foreseen, keeps the pace that it had from its first sighting on. */
export function isSteady({
  firstProgress: first,
  earlierProgress: earlier,
  lastProgress: last,
}: TaskWait) {
  if (first === undefined || earlier === undefined || last === undefined) return false;
  const before = msPerPercent(first, earlier);
  const now = msPerPercent(earlier, last);
  return Math.abs(before - now) <= steadiness * now;
}

/** Infinite where the progress stands still, below 0 where it goes back. */
const msPerPercent = (one: ProgressPoint, other: ProgressPoint) =>
  (other.atMs - one.atMs) / (other.percent - one.percent);

/**
 * Time until the next try after requests that brought no task: doubles from the interval up to a
 * minute, and is never less than what the service asked for.
 */
export function backoffDelayMs(
  faultsInRow: number,
  retryAfterMs: number | undefined,
  settings: WaitSettings,
  random: Random,
): number {
  const longest = Math.max(longestBackoffMs, settings.intervalMs);
  const doubled = settings.intervalMs * 2 ** Math.min(faultsInRow - 1, 30);
  const delay = jitter(Math.min(doubled, longest), random);
  if (retryAfterMs === undefined) return delay;
  // Only later, never earlier, or everyone who was told the same time returns at once.
  return Math.max(retryAfterMs * (1 + jitterShare * random()), delay);
}

function jitter(delayMs: number, random: Random): number {
  return delayMs * (1 - jitterShare + 2 * jitterShare * random());
}
