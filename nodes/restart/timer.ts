import type { WaitWorld } from '../look/lookUntilDone';
import type { WaitState } from '../look/WaitState';

// n8n looks for due executions once a minute, for those of the next 70 s: a sleep of 65 s or more
// ends on time.
export const shortestSleepMs = 65_000;

// Each waking is a moment at which n8n can be killed, so they grow rarer.
const longestSleepMs = 10 * 60_000;
const shareOfWait = 1 / 2;

/** Waking one with thousands of tasks takes n8n a while. */
const rootSleepPerTaskMs = 20;
/** n8n sets the timers, once a minute, of what is due within this time. */
export const soonestSetMs = 70_000;
/** So long a root sleeps, at the least, before it is woken so that n8n does not set its timer. */
const rootRestMs = 30_000;

/** When n8n is to wake an execution by itself that brings home the others after a restart: soon and on time. */
export const rootTimerMs = (
  { tasks }: Pick<WaitState, 'tasks'>,
  { nowMs }: Pick<WaitWorld, 'nowMs'>,
): number =>
  Math.floor(nowMs() + soonestSetMs + rootRestMs + rootSleepPerTaskMs * Object.keys(tasks).length);

// Longer than n8n is usually down, so that little of it is due when n8n starts; short enough for the
// case that n8n has lost all who would have called it.
const leafSleepMs = 30 * 60_000;

/** When n8n is to wake an execution by itself that others bring home: should all of them be lost. */
export const leafTimerMs = ({ nowMs, random }: Pick<WaitWorld, 'nowMs' | 'random'>): number =>
  Math.floor(nowMs() + leafSleepMs * (1 + random()));

// n8n does not set this timer before the call has come.
const shortestReturnMs = soonestSetMs + 5_000;
// Longer than a queue of n8n is in practice; the call may be lost with the process.
const longestReturnMs = 2 * 60 * 60_000;

/**
 * When n8n is to wake an execution by itself that was sent back to sleep and is called at once: late,
 * since that call may queue for as long as what woke it had queued, at most since it fell asleep.
 *
 * @param sinceMs - when it fell asleep first: it is sent back for twice as long each time
 */
export const returnTimerMs = (nowMs: number, sinceMs: number): number =>
  Math.floor(nowMs + Math.min(Math.max(2 * (nowMs - sinceMs), shortestReturnMs), longestReturnMs));

/** How much later than its timer n8n may take up an execution. */
export const graceAfterTimerMs = 10_000;

/** When n8n is to wake the execution by itself, in ms since the epoch; n8n knows no parts of them. */
export function timerMs(
  { tasks }: WaitState,
  { nowMs, random }: Pick<WaitWorld, 'nowMs' | 'random'>,
): number {
  let startedAtMs = Infinity;
  let deadlineAtMs = Infinity;
  let nextAskAtMs = Infinity;
  for (const taskWait of Object.values(tasks)) {
    if (taskWait.outcome !== undefined) continue;
    startedAtMs = Math.min(startedAtMs, taskWait.startedAtMs);
    deadlineAtMs = Math.min(deadlineAtMs, taskWait.deadlineAtMs);
    nextAskAtMs = Math.min(nextAskAtMs, taskWait.nextAskAtMs);
  }
  const shareMs = (nowMs() - startedAtMs) * shareOfWait;
  const sleepMs = Math.min(Math.max(shareMs, shortestSleepMs), longestSleepMs);
  // Executions that slept through a restart together would slow each other down if they woke together.
  const wakeAtMs = nowMs() + Math.min(sleepMs * (1 + random()), longestSleepMs);
  return Math.floor(Math.min(Math.max(wakeAtMs, nextAskAtMs), deadlineAtMs));
}
