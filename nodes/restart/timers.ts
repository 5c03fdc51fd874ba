import type { WaitPorts } from '../look/Poll';
import type { WaitState } from '../look/WaitState';

// n8n looks for due executions once a minute, for those of the next 70 s: a sleep of 65 s or more
// ends on time.
export const shortestSleepMs = 65_000;
/** n8n sets the timers, once a minute, of what is due within this time. */
export const soonestSetMs = 70_000;

const minuteMs = 60_000;

/**
 * How long before its timer an execution is called, to sleep anew. The root: before n8n sets the
 * timer, though waking it may take a while. One that it has listed: so that no timer is due where n8n
 * was down for a quarter of an hour.
 */
export const renewedBeforeMs = { root: soonestSetMs + 10_000, listed: 16 * minuteMs };

/** So long the root is left alone where nobody else falls asleep. */
const rootRestMs = 92_000;

// n8n does not set this timer before the call has come.
const shortestReturnMs = soonestSetMs + 5_000;
// Longer than a queue of n8n is in practice; the call may be lost with the process.
const longestReturnMs = 120 * minuteMs;

/**
 * The timer of an execution that goes back to sleep and is called at once: late, since that call may
 * queue for as long as what woke it had queued, at most since it fell asleep.
 *
 * @param sinceMs - when it fell asleep first: it is sent back for twice as long each time
 */
export const returnTimerMs = (nowMs: number, sinceMs: number): number =>
  Math.floor(nowMs + Math.min(Math.max(2 * (nowMs - sinceMs), shortestReturnMs), longestReturnMs));

const longestAloneMs = 10 * minuteMs;

/** How long those whom another one wakes sleep: they do not go off together. */
const rangeMs = {
  // Soon, and on time: it brings the others home.
  root: [renewedBeforeMs.root + rootRestMs, renewedBeforeMs.root + rootRestMs],
  // For the case that the root is lost.
  listed: [30 * minuteMs, 45 * minuteMs],
  // Should n8n be killed before the root has stored it, it is home within 20 minutes.
  fresh: [17.5 * minuteMs, 19 * minuteMs],
} as const;

/** When n8n wakes an execution that falls asleep in that role, in ms since the epoch; n8n knows no parts of a ms. */
export function timerMsOf(
  kind: keyof typeof rangeMs | 'alone',
  { tasks }: WaitState,
  { nowMs, random }: Pick<WaitPorts, 'nowMs' | 'random'>,
): number {
  if (kind !== 'alone') {
    const [shortestMs, longestMs] = rangeMs[kind];
    return Math.floor(nowMs() + shortestMs + (longestMs - shortestMs) * random());
  }
  // Each waking is a moment at which n8n can be killed, so they grow rarer: half the time waited.
  const open = Object.values(tasks).filter(({ outcome }) => outcome === undefined);
  const sinceMs = open.reduce((least, { startedAtMs }) => Math.min(least, startedAtMs), Infinity);
  const endMs = open.reduce((least, { deadlineAtMs }) => Math.min(least, deadlineAtMs), Infinity);
  const shareMs = Math.max((nowMs() - sinceMs) / 2, shortestSleepMs);
  return Math.floor(Math.min(nowMs() + Math.min(shareMs * (1 + random()), longestAloneMs), endMs));
}

/*
 * What follows from timers that have gone off: `wakeTable` says why an execution may stand in n8n's
 * queue twice. `timersMs` is when its timers go off, this sleep's and earlier ones'; n8n may not have
 * set all of them. `isCalled` means that a call woke it: of each sleep, one call alone does.
 */

// n8n works off a timer, and stores an execution, within a moment, unless it has to queue.
const usualDelayMs = 1_000;

/** Whether timers may have put an execution that wakes into n8n’s queue once more. */
export function mayBeQueuedByTimers(
  timersMs: readonly number[],
  isCalled: boolean,
  nowMs: number,
): boolean {
  const due = timersMs.filter((timerMs) => timerMs <= nowMs);
  // Before the call or behind it: where a timer has gone off, n8n may have looked again since.
  if (isCalled) return due.length > 0;
  return due.length > 1 || due.some((timerMs) => nowMs - timerMs > usualDelayMs);
}

/** The timers that may still go off, when an execution has woken for certain. */
export function timersLeft(
  timersMs: readonly number[],
  isCalled: boolean,
  nowMs: number,
): number[] {
  const due = timersMs.filter((timerMs) => timerMs <= nowMs).length;
  // The clock of the process that keeps the timers may be a little ahead.
  const goneOff = isCalled ? due : Math.max(due, 1);
  const left = timersMs.toSorted((one, other) => one - other).slice(goneOff);
  return left.filter((timerMs) => timerMs <= nowMs + soonestSetMs);
}

/**
 * Whether a timer has gone off since the execution woke, or may before n8n has stored it asleep: then
 * n8n may start it again from the state before.
 */
export const mayBeReadAwake = (timersMs: readonly number[], nowMs: number): boolean =>
  timersMs.some((timerMs) => timerMs <= nowMs + usualDelayMs);
