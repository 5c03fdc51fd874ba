import type { Urgency } from '../pace/urgency';
import { Alarm, type AlarmWorld } from './Alarm';
import { LiveWait } from './LiveWait';
import { lookTimeoutMs, mostStartsPerTurn, shortestTurnMs, type WaitSettings } from './settings';
import type { TaskAnswer } from './TaskAnswer';
import type { WaitState } from './WaitState';

/** The world, as the loop sees it; tests pass their own. */
export interface WaitWorld extends AlarmWorld {
  /** A number in [0, 1). */
  random(): number;
  /** Asks the service once. Never rejects, unless the signal aborts. */
  ask(
    taskId: string,
    timeoutMs: number,
    signal: AbortSignal,
    urgency?: Urgency,
  ): Promise<TaskAnswer>;
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
  { intervalMs }: Pick<WaitSettings, 'intervalMs'>,
  world: WaitWorld,
  untilMs = Infinity,
): Promise<WaitState> {
  const wait = new LiveWait(start, intervalMs);
  const alarm = new Alarm(world);
  const giveUp = new AbortController();
  const signal = AbortSignal.any([world.signal, giveUp.signal]);
  const wake = () => alarm.wake();
  signal.addEventListener('abort', wake);
  let inFlight = 0;
  let fault: { error: unknown } | undefined;

  const ask = async (taskId: string, urgency: Urgency) => {
    const answer = await world.ask(taskId, lookTimeoutMs, signal, urgency);
    inFlight -= 1;
    const nextAskAtMs = wait.observe(taskId, answer, world.nowMs());
    if (wait.open === 0 || (inFlight === 0 && world.nowMs() >= untilMs)) alarm.wake();
    else alarm.wakeBy(nextAskAtMs);
  };

  try {
    while (wait.open > 0) {
      const nowMs = world.nowMs();
      const due = wait
        .due(Math.min(nowMs, untilMs))
        .toSorted((one, other) => one.nextAskAtMs - other.nextAskAtMs)
        .slice(0, mostStartsPerTurn);
      if (nowMs >= untilMs && due.length === 0 && inFlight === 0) break;
      for (const { taskId } of due) {
        inFlight += 1;
        void ask(taskId, wait.take(taskId, nowMs)).catch((error: unknown) => {
          fault ??= { error };
          wake();
        });
      }
      const nextMs = Math.max(wait.nextAskAtMs, nowMs + shortestTurnMs);
      if (nowMs < untilMs) await alarm.sleepUntil(Math.min(nextMs, untilMs));
      else await alarm.sleepUntil(wait.nextAskAtMs <= untilMs ? nextMs : Infinity);
      signal.throwIfAborted();
      if (fault !== undefined) throw fault.error;
    }
    signal.throwIfAborted();
    return wait.write();
  } finally {
    giveUp.abort();
    signal.removeEventListener('abort', wake);
  }
}
