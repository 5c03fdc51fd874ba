import { mapConcurrently } from '../concurrency/mapConcurrently';
import { sleep } from '../concurrency/sleep';
import type { Service, ServiceContext } from '../service/connectService';
import { observeTask } from './observe';
import { askTask, type TaskAnswer } from './readTaskAnswer';
import { mostStartsAtOnce, type WaitSettings } from './settings';
import { onlyOpen, type WaitState } from './WaitState';

/** The ports, as a wait sees it; tests pass their own. */
export interface WaitPorts {
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
  /** Asks the service once. Never rejects, unless the signal aborts. */
  ask(taskId: string, signal: AbortSignal): Promise<TaskAnswer>;
  /** Ends the sleep and the requests in flight at once. */
  signal: AbortSignal;
}

/**
 * Ties a wait to n8n: its clock, its sleep, its HTTP and its Stop button.
 *
 * @param service - absent where there is no task to ask for
 */
export const connectPorts = (context: ServiceContext, service: Service | undefined): WaitPorts => ({
  nowMs: () => Date.now(),
  sleep,
  random: Math.random,
  signal: context.getExecutionCancelSignal?.() ?? new AbortController().signal,
  async ask(taskId, signal) {
    // n8n itself hands the signal of the Stop button to every request.
    const answer = await askTask(service!, taskId, { signal });
    signal.throwIfAborted();
    return answer;
  },
});

/**
 * Looks again and again until the wait for every task is over.
 *
 * @throws the signal's reason when the wait is cancelled
 */
export async function lookUntilDone(
  start: WaitState,
  settings: Pick<WaitSettings, 'intervalMs'>,
  ports: WaitPorts,
): Promise<WaitState> {
  for (let state = start; ;) {
    state = await lookAtDue(state, settings, ports);
    const open = Object.values(onlyOpen(state).tasks);
    if (open.length === 0) return state;
    const nextMs = open.reduce((soonest, one) => Math.min(soonest, one.nextAskAtMs), Infinity);
    await ports.sleep(nextMs - ports.nowMs(), ports.signal);
  }
}

/**
 * Looks once at each task that is due.
 *
 * @throws the signal's reason when the wait is cancelled
 */
export async function lookAtDue(
  { tasks }: WaitState,
  { intervalMs }: Pick<WaitSettings, 'intervalMs'>,
  { nowMs, ask, signal }: WaitPorts,
): Promise<WaitState> {
  signal.throwIfAborted();
  const startMs = nowMs();
  const looked = new Map(Object.entries(tasks));
  const due = [...looked].filter(
    ([, { outcome, nextAskAtMs }]) => outcome === undefined && nextAskAtMs <= startMs,
  );
  await mapConcurrently(due, mostStartsAtOnce, async ([taskId, before]) => {
    const answer = await ask(taskId, signal);
    looked.set(taskId, observeTask(before, answer, nowMs(), intervalMs));
  });
  return { tasks: Object.fromEntries(looked) };
}
