import { type Streak } from './streak';
import { type TaskWatch, type WaitState } from './watch';

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
  if (state.seenAtMs === nowMs) return state;
  const backMs = (state.seenAtMs ?? nowMs) - nowMs;
  const seen = { ...state, seenAtMs: nowMs };
  if (backMs <= 0) return seen;
  const shift = (timeMs: number) => timeMs - backMs;
  return {
    ...seen,
    pausedUntilMs: Math.max(0, shift(state.pausedUntilMs)),
    silence: shiftStreak(state.silence, shift),
    keyRefusals: shiftStreak(state.keyRefusals, shift),
    tasks: Object.fromEntries(
      Object.entries(state.tasks).map(([taskId, watch]) => [
        taskId,
        watch.outcome === undefined ? shiftWatch(watch, shift) : watch,
      ]),
    ),
  };
}

type Shift = (timeMs: number) => number;

const shiftStreak = (streak: Streak | undefined, shift: Shift) =>
  streak && { ...streak, sinceMs: shift(streak.sinceMs) };

function shiftWatch(watch: TaskWatch, shift: Shift): TaskWatch {
  const { earlierProgress, lastProgress, notFoundSinceMs } = watch;
  return {
    ...watch,
    startedAtMs: shift(watch.startedAtMs),
    deadlineAtMs: shift(watch.deadlineAtMs),
    nextAskAtMs: shift(watch.nextAskAtMs),
    keyRefusals: shiftStreak(watch.keyRefusals, shift),
    ...(notFoundSinceMs !== undefined && { notFoundSinceMs: shift(notFoundSinceMs) }),
    ...(earlierProgress && {
      earlierProgress: { ...earlierProgress, atMs: shift(earlierProgress.atMs) },
    }),
    ...(lastProgress && { lastProgress: { ...lastProgress, atMs: shift(lastProgress.atMs) } }),
  };
}
