import type { Urgency } from '../pace/urgency';
import { Alarm, type AlarmWorld } from './Alarm';
import type { TaskAnswer } from './TaskAnswer';
import type { Random } from './howOften';
import { LiveWait } from './LiveWait';
import { mostStartsPerTurn, requestTimeoutMs, urgencyOf } from './howUrgent';
import type { WaitSettings } from './settings';
import type { WaitState } from './WaitState';

/** The world, as the loop sees it; tests pass their own. */
export interface WaitWorld extends AlarmWorld {
  random: Random;
  /** Asks the service once. Never rejects, unless the signal aborts. */
  ask(
    taskId: string,
    timeoutMs: number,
    signal: AbortSignal,
    urgency?: Urgency,
  ): Promise<TaskAnswer>;
  /** Called after every answer. */
  onAnswer?(wait: LiveWait, taskId: string): void;
  /** Ends the sleep and the requests in flight at once. */
  signal: AbortSignal;
}

/**
 * Asks for every open task until each is finished, and returns the final state. With `untilMs`
 * it asks only what is due until then, and returns with what is still open.
 *
 * @throws the signal's reason when the wait is cancelled
 */
export async function lookUntilDone(
  start: WaitState,
  settings: WaitSettings,
  world: WaitWorld,
  untilMs = Infinity,
): Promise<WaitState> {
  const wait = new LiveWait(start, settings);
  const alarm = new Alarm(world);
  const giveUp = new AbortController();
  const signal = AbortSignal.any([world.signal, giveUp.signal]);
  const wake = () => alarm.wake();
  signal.addEventListener('abort', wake);
  let inFlight = 0;
  let fault: { error: unknown } | undefined;

  const ask = async (taskId: string, nowMs: number) => {
    const taskWait = wait.waitOf(taskId)!;
    const timeoutMs = requestTimeoutMs(taskWait, nowMs);
    const answer = await world.ask(taskId, timeoutMs, signal, urgencyOf(taskWait, nowMs, settings));
    inFlight -= 1;
    wait.observe(taskId, answer, { nowMs: world.nowMs(), random: world.random });
    world.onAnswer?.(wait, taskId);
    if (wait.open === 0 || (inFlight === 0 && world.nowMs() >= untilMs)) alarm.wake();
    else alarm.wakeBy(wait.nextAtMs(world.nowMs()));
  };

  try {
    for (;;) {
      signal.throwIfAborted();
      if (fault !== undefined) throw fault.error;
      const nowMs = world.nowMs();
      wait.followClock(nowMs);
      wait.endOverdue(nowMs);
      if (wait.open === 0) return wait.write();

      const dueMs = Math.min(nowMs, untilMs);
      let starts = 0;
      for (; starts < mostStartsPerTurn; starts += 1) {
        const taskId = wait.take(dueMs);
        if (taskId === undefined) break;
        inFlight += 1;
        void ask(taskId, nowMs).catch((error: unknown) => {
          fault ??= { error };
          wake();
        });
      }
      if (nowMs >= untilMs && starts === 0 && inFlight === 0) return wait.write();
      const nextAtMs = wait.nextAtMs(nowMs);
      if (nowMs < untilMs) await alarm.sleepUntil(Math.min(nextAtMs, untilMs));
      else await alarm.sleepUntil(nextAtMs <= untilMs ? nextAtMs : Infinity);
    }
  } finally {
    giveUp.abort();
    signal.removeEventListener('abort', wake);
  }
}
