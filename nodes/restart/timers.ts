import type { WaitState } from '../look/WaitState';

/** Once a minute, n8n sets the timers of all executions that are due within this time ... */
export const soonestSetMs = 70_000;
/** ... so that a sleep of this length or more ends on time. */
export const shortestSleepMs = 65_000;

const minuteMs = 60_000;

/**
 * How long before its timer an execution is called, to sleep anew. The root: before n8n sets the timer,
 * though waking may take a while. A listed one: so that no timer is due after 15 minutes without n8n.
 */
export const renewedBeforeMs = { root: soonestSetMs + 10_000, listed: 16 * minuteMs };

/** How long the root sleeps if nobody else falls asleep. */
const rootRestMs = 92_000;

// So that n8n doesn't set this timer before the call comes.
const shortestReturnMs = soonestSetMs + 5_000;
// Longer than queues of n8n are in practice; the call may be lost with the process.
const longestReturnMs = 120 * minuteMs;

/**
 * The timer of an execution that goes back to sleep and is called at once. It is late, because that call
 * may queue for as long as the last waking did, which was after `sinceMs`, when it first fell asleep.
 */
export const returnTimerMs = (nowMs: number, sinceMs: number): number =>
  Math.floor(nowMs + Math.min(Math.max(2 * (nowMs - sinceMs), shortestReturnMs), longestReturnMs));

/**
 * How long an execution sleeps at most that is stored and called at once: n8n sets its timer only if that
 * call is lost, as when n8n is stopped, and not while it queues for minutes.
 */
export const storedForMs = 5 * minuteMs;

const longestAloneMs = 10 * minuteMs;

/** How long they sleep; drawn from a range, so that their timers don't go off together. */
const rangeMs = {
  // Soon, and on time: it wakes the others.
  root: [renewedBeforeMs.root + rootRestMs, renewedBeforeMs.root + rootRestMs],
  // In case the root is lost.
  listed: [30 * minuteMs, 45 * minuteMs],
  // Awake within 20 minutes if n8n is killed before the root has listed it.
  fresh: [17.5 * minuteMs, 19 * minuteMs],
} as const;

/** When n8n's timer is to wake an execution of that role, in whole ms since the epoch. */
export function timerMsOf(
  kind: keyof typeof rangeMs | 'alone',
  { tasks }: WaitState,
  nowMs: number,
  random: () => number = Math.random,
): number {
  if (kind !== 'alone') {
    const [shortestMs, longestMs] = rangeMs[kind];
    return Math.floor(nowMs + shortestMs + (longestMs - shortestMs) * random());
  }
  // Sleeps grow with half the time waited: n8n may be killed at each waking.
  const open = Object.values(tasks).filter(({ outcome }) => outcome === undefined);
  const sinceMs = open.reduce((least, { startedAtMs }) => Math.min(least, startedAtMs), Infinity);
  const endMs = open.reduce((least, { deadlineAtMs }) => Math.min(least, deadlineAtMs), Infinity);
  const shareMs = Math.max((nowMs - sinceMs) / 2, shortestSleepMs);
  return Math.floor(Math.min(nowMs + Math.min(shareMs * (1 + random()), longestAloneMs), endMs));
}

/*
 * What follows from timers that have gone off; `wakeTable` uses it. `timersMs` are those of this sleep
 * and of earlier ones, not all of which n8n may have set; `isCalled`: the one call that may end a sleep
 * woke it.
 */

// n8n handles a timer, and stores an execution, at once unless it has to queue.
const usualDelayMs = 1_000;

/** Whether timers may have put another copy of a waking execution into n8n's queue. */
export function mayBeQueuedByTimers(
  timersMs: readonly number[],
  isCalled: boolean,
  nowMs: number,
): boolean {
  const due = timersMs.filter((timerMs) => timerMs <= nowMs);
  // If a timer has gone off, before or after the call, n8n may have queued a copy for it.
  if (isCalled) return due.length > 0;
  return due.length > 1 || due.some((timerMs) => nowMs - timerMs > usualDelayMs);
}

/** The timers that may still go off once an execution has certainly woken. */
export function timersLeft(
  timersMs: readonly number[],
  isCalled: boolean,
  nowMs: number,
): number[] {
  const due = timersMs.filter((timerMs) => timerMs <= nowMs).length;
  // The process with the timers may have a clock that is a little ahead.
  const goneOff = isCalled ? due : Math.max(due, 1);
  const left = timersMs.toSorted((one, other) => one - other).slice(goneOff);
  return left.filter((timerMs) => timerMs <= nowMs + soonestSetMs);
}

/**
 * Whether a timer has gone off since the execution woke, or may before n8n has stored it asleep: n8n may
 * then start a copy from the older state.
 */
export const mayBeReadAwake = (timersMs: readonly number[], nowMs: number): boolean =>
  timersMs.some((timerMs) => timerMs <= nowMs + usualDelayMs);
