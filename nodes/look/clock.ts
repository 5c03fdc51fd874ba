import type { Contact, ProgressPoint, TaskWait, WaitState } from './WaitState';
import type { Streak } from './settings';

/**
 * A clock that shows the time of day when it is made, and from then on only runs forward at an even
 * pace: the machine's own clock may be set while the wait goes on.
 *
 * @param timeOfDayMs - ms since the epoch
 * @param steadyMs - ms since any moment, never set
 */
export function steadyClock(timeOfDayMs: () => number, steadyMs: () => number): () => number {
  const aheadMs = timeOfDayMs() - steadyMs();
  return () => aheadMs + steadyMs();
}

/**
 * The state for this time. When the clock was set back since the state was made, as between two
 * visits of a stored wait, all times in the state move back with it; otherwise nothing would be
 * asked until the clock has caught up.
 */
export function followClock(state: WaitState, nowMs: number): WaitState {
  const moved = moveBack(state, setBackByMs(state.seenAtMs, nowMs));
  return { ...moved, seenAtMs: nowMs };
}

/** The state with all its times so much earlier. */
export function moveBack(state: WaitState, byMs: number): WaitState {
  if (byMs === 0) return state;
  const tasks = Object.entries(state.tasks).map(([taskId, taskWait]): [string, TaskWait] => [
    taskId,
    shiftTaskWait(taskWait, byMs),
  ]);
  return {
    ...state,
    ...(state.seenAtMs !== undefined && { seenAtMs: state.seenAtMs - byMs }),
    ...shiftContact(state, byMs),
    pausedUntilMs: Math.max(0, state.pausedUntilMs - byMs),
    tasks: Object.fromEntries(tasks),
  };
}

/**
 * How far the clock was set back.
 *
 * @param seenAtMs - an earlier time by the same clock, where one is known
 */
export function setBackByMs(seenAtMs: number | undefined, nowMs: number): number {
  return Math.max(0, (seenAtMs ?? nowMs) - nowMs);
}

const shiftStreak = (streak: Streak | undefined, byMs: number) =>
  streak && { ...streak, sinceMs: streak.sinceMs - byMs };

export function shiftContact(
  { silence, keyRefusals }: Contact,
  byMs: number,
): Pick<Contact, 'silence' | 'keyRefusals'> {
  return { silence: shiftStreak(silence, byMs), keyRefusals: shiftStreak(keyRefusals, byMs) };
}

/** A task whose wait is over keeps its times. */
export function shiftTaskWait(taskWait: TaskWait, byMs: number): TaskWait {
  if (taskWait.outcome !== undefined) return taskWait;
  const { firstAskAtMs, firstProgress, earlierProgress, lastProgress, notFoundSinceMs } = taskWait;
  const shift = ({ percent, atMs }: ProgressPoint) => ({ percent, atMs: atMs - byMs });
  return {
    ...taskWait,
    startedAtMs: taskWait.startedAtMs - byMs,
    deadlineAtMs: taskWait.deadlineAtMs - byMs,
    nextAskAtMs: taskWait.nextAskAtMs - byMs,
    keyRefusals: shiftStreak(taskWait.keyRefusals, byMs),
    ...(firstAskAtMs !== undefined && { firstAskAtMs: firstAskAtMs - byMs }),
    ...(notFoundSinceMs !== undefined && { notFoundSinceMs: notFoundSinceMs - byMs }),
    ...(firstProgress && { firstProgress: shift(firstProgress) }),
    ...(earlierProgress && { earlierProgress: shift(earlierProgress) }),
    ...(lastProgress && { lastProgress: shift(lastProgress) }),
  };
}
