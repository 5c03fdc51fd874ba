import { mapConcurrently } from '../concurrency/mapItems';
import { type Clock, wallClock } from '../concurrency/sleep';
import type { Service, ServiceContext } from '../service/connectService';
import { askTask, type TaskAnswer } from './askTask';
import { decideNext } from './decideNext';
import { onlyOpen, type TaskWait, type WaitState } from './WaitState';

/** The ports, as a wait sees it; tests pass their own. */
export interface WaitPorts extends Clock {
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
  ...wallClock,
  random: Math.random,
  signal: context.getExecutionCancelSignal?.() ?? new AbortController().signal,
  async ask(taskId, signal) {
    // n8n itself hands the signal of the Stop button to every request.
    const answer = await askTask(service!, taskId, { signal });
    signal.throwIfAborted();
    return answer;
  },
});

/** So that n8n has time for others when thousands of tasks are due at the same moment. */
const mostStartsAtOnce = 100;
const turnMs = {
  /** Not all looks start in one turn: n8n is to have time for others when thousands are due. */
  shortest: 100,
  /** While answers are awaited: they bring new times. */
  whileAsked: 1_000,
};
/** Shortest time between two looks for the sake of calls, whoever calls. */
const calledLookPauseMs = 1_000;

/** Looks at the tasks of one wait, for an execution that stays awake and for one that sleeps. */
export class Poll {
  private readonly tasks: Map<string, TaskWait>;
  private readonly open: Set<string>;
  /** Those whose answer is awaited. */
  private readonly asked = new Set<string>();
  /** When it looked last, or looks next, because somebody called. */
  private calledLookAtMs = -Infinity;
  private nap = new AbortController();

  constructor(
    state: WaitState,
    private readonly intervalMs: number,
    private readonly ports: Omit<WaitPorts, 'random'>,
  ) {
    this.tasks = new Map(Object.entries(state.tasks));
    this.open = new Set(Object.keys(onlyOpen(state).tasks));
  }

  get state(): WaitState {
    return { tasks: Object.fromEntries(this.tasks) };
  }

  get isOver(): boolean {
    return this.open.size === 0;
  }

  /**
   * Looks once at each task that is due.
   *
   * @throws the signal's reason when the wait is cancelled
   */
  async lookAtDue(): Promise<void> {
    this.ports.signal.throwIfAborted();
    await mapConcurrently(this.due(), mostStartsAtOnce, (taskId) => this.look(taskId));
  }

  /**
   * Looks again and again until the wait for every task is over.
   *
   * @throws the signal's reason when the wait is cancelled
   */
  async run(): Promise<void> {
    const { nowMs, sleep, signal } = this.ports;
    signal.addEventListener('abort', () => this.nap.abort(), { once: true });
    while (!this.isOver) {
      signal.throwIfAborted();
      // What was stopped ends this loop, too.
      for (const taskId of this.due().slice(0, mostStartsAtOnce))
        void this.look(taskId).catch(() => {});
      let leftMs = this.asked.size > 0 ? turnMs.whileAsked : Infinity;
      for (const id of this.open)
        if (!this.asked.has(id)) leftMs = Math.min(leftMs, this.nextAskAtMs(id) - nowMs());
      this.nap = new AbortController();
      await sleep(Math.max(leftMs, turnMs.shortest), this.nap.signal).catch(() => {});
    }
  }

  /**
   * Somebody called: `run` looks now, once a second at the most.
   *
   * @param taskId - the task that was named; all are looked at when it is none of them
   */
  lookNow(taskId: string): void {
    const nowMs = this.ports.nowMs();
    if (this.calledLookAtMs <= nowMs)
      this.calledLookAtMs = Math.max(nowMs, this.calledLookAtMs + calledLookPauseMs);
    for (const id of this.open.has(taskId) ? [taskId] : this.open) {
      const one = this.tasks.get(id)!;
      const nextAskAtMs = Math.min(one.nextAskAtMs, this.calledLookAtMs);
      this.tasks.set(id, { ...one, nextAskAtMs });
    }
    this.nap.abort();
  }

  private nextAskAtMs(taskId: string): number {
    return this.tasks.get(taskId)!.nextAskAtMs;
  }

  private due(): string[] {
    const nowMs = this.ports.nowMs();
    return [...this.open].filter((id) => !this.asked.has(id) && this.nextAskAtMs(id) <= nowMs);
  }

  private async look(taskId: string): Promise<void> {
    const { nowMs, ask, signal } = this.ports;
    this.asked.add(taskId);
    const answer = await ask(taskId, signal).catch((error: unknown): TaskAnswer => ({
      kind: 'fault',
      reason: String(error),
    }));
    signal.throwIfAborted();
    this.asked.delete(taskId);
    const seen = decideNext(this.tasks.get(taskId)!, answer, nowMs(), this.intervalMs);
    this.tasks.set(taskId, seen);
    if (seen.outcome !== undefined) this.open.delete(taskId);
    if (this.isOver) this.nap.abort();
  }
}
