import { type TaskAnswer } from './answer';
import { followClock } from './clock';
import { type Random } from './delays';
import { endPausedPastDeadline, nextStep } from './nextStep';
import { observe } from './observe';
import { type WaitSettings } from './settings';
import { type WaitState } from './watch';

/** The world, as the loop sees it; tests pass their own. */
export interface WaitWorld {
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
  random: Random;
  /** Asks the service once. Never rejects, unless the signal aborts. */
  ask(taskId: string, timeoutMs: number, signal: AbortSignal): Promise<TaskAnswer>;
  /** Called after every answer. */
  onAnswer?(state: WaitState, taskId: string): void;
  /** Ends the sleep and the requests in flight at once. */
  signal: AbortSignal;
}

const requestTimeoutMs = 30_000;

// Timers cannot be set further ahead than 24 days; looking again each day costs nothing.
const longestSleepMs = 24 * 60 * 60_000;

// A request that starts at the deadline still gets the time that an answer usually takes.
const shortestRequestTimeoutMs = 5_000;

/**
 * Asks for every open task until each is finished, and returns the final state. With `untilMs`
 * it asks only what is due until then, and returns with what is still open.
 *
 * @throws the signal's reason when the wait is cancelled
 */
export async function pollUntilDone(
  start: WaitState,
  settings: WaitSettings,
  world: WaitWorld,
  untilMs = Infinity,
): Promise<WaitState> {
  let state = start;
  const inFlight = new Map<string, Promise<void>>();
  const giveUp = new AbortController();
  const signal = AbortSignal.any([world.signal, giveUp.signal]);

  const ask = async (taskId: string) => {
    const deadlineAtMs = state.tasks[taskId]?.deadlineAtMs ?? 0;
    const timeLeftMs = Math.max(deadlineAtMs - world.nowMs(), shortestRequestTimeoutMs);
    const answer = await world.ask(taskId, Math.min(timeLeftMs, requestTimeoutMs), signal);
    inFlight.delete(taskId);
    state = observe(state, taskId, answer, {
      nowMs: world.nowMs(),
      settings,
      random: world.random,
    });
    world.onAnswer?.(state, taskId);
  };

  try {
    for (;;) {
      signal.throwIfAborted();
      const nowMs = world.nowMs();
      state = endPausedPastDeadline(followClock(state, nowMs), nowMs);
      const dueMs = Math.min(nowMs, untilMs);
      const step = nextStep(state, dueMs, settings.concurrency, new Set(inFlight.keys()));
      if (step.done) return state;
      if (nowMs >= untilMs && step.ask.length === 0 && inFlight.size === 0) return state;
      for (const taskId of step.ask) inFlight.set(taskId, ask(taskId));
      const wakeAtMs = nowMs < untilMs ? Math.min(step.wakeAtMs ?? Infinity, untilMs) : Infinity;
      await firstOf([...inFlight.values()], wakeAtMs - nowMs, signal, world);
    }
  } finally {
    giveUp.abort();
  }
}

/** Waits for an answer or for the time, whichever comes first, and leaves no timer behind. */
async function firstOf(
  answers: Promise<void>[],
  durationMs: number,
  signal: AbortSignal,
  world: WaitWorld,
): Promise<void> {
  const answered = new AbortController();
  // Sleeps even when only an answer can bring news, because the signal must end that too.
  const limitedMs = Math.min(durationMs, longestSleepMs);
  const sleeping = world.sleep(limitedMs, AbortSignal.any([signal, answered.signal]));
  try {
    await Promise.race([...answers, sleeping]);
  } finally {
    answered.abort();
    for (const promise of [...answers, sleeping]) promise.catch(() => {});
  }
}
