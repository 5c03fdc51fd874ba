import { mapConcurrently } from '../concurrency/mapConcurrently';
import { LiveWait } from './LiveWait';
import { lookTimeoutMs, mostStartsAtOnce, type WaitSettings } from './settings';
import type { TaskAnswer } from './TaskAnswer';
import type { WaitState } from './WaitState';

/** The world, as the loop sees it; tests pass their own. */
export interface WaitWorld {
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
  /** Asks the service once. Never rejects, unless the signal aborts. */
  ask(taskId: string, timeoutMs: number, signal: AbortSignal): Promise<TaskAnswer>;
  /** Ends the sleep and the requests in flight at once. */
  signal: AbortSignal;
}

/** Timers cannot be set further ahead than 24 days; looking again each day costs nothing. */
const longestSleepMs = 24 * 60 * 60_000;

/**
 * Asks for every open task until each is finished, and returns the final state. With `untilMs`
 * it asks only what is due until then, and returns with what is still open.
 *
 * @throws the signal's reason when the wait is cancelled
 */
export async function lookUntilDone(
  start: WaitState,
  { intervalMs }: Pick<WaitSettings, 'intervalMs'>,
  world: WaitWorld,
  untilMs = Infinity,
): Promise<WaitState> {
  const wait = new LiveWait(start, intervalMs);
  const { signal } = world;
  signal.throwIfAborted();
  while (wait.open > 0) {
    const due = wait.due(Math.min(world.nowMs(), untilMs));
    await mapConcurrently(due, mostStartsAtOnce, async (taskId) => {
      wait.take(taskId);
      const answer = await world.ask(taskId, lookTimeoutMs, signal);
      wait.observe(taskId, answer, world.nowMs());
    });
    const leftMs = Math.min(wait.nextAskAtMs, untilMs) - world.nowMs();
    if (wait.open === 0 || world.nowMs() >= untilMs) break;
    await world.sleep(Math.min(Math.max(leftMs, 0), longestSleepMs), signal);
  }
  return wait.write();
}
