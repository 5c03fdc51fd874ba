import { mapConcurrently } from '../concurrency/mapItems';
import { type Clock, wallClock } from '../concurrency/sleep';
import type { Service, ServiceContext } from '../service/connectService';
import { askTask, type TaskAnswer } from './askTask';
import { decideNext } from './decideNext';
import { onlyOpen, type TaskWait, type WaitState } from './WaitState';

/** What a wait needs of the outside; tests pass their own. */
export interface WaitPorts extends Clock {
  /** Asks the service once. Rejects only when the signal aborts. */
  ask(taskId: string, signal: AbortSignal): Promise<TaskAnswer>;
  /** Ends sleeps and requests at once. */
  signal: AbortSignal;
}

/** @param service - absent where there is no task to ask for */
export const connectPorts = (context: ServiceContext, service: Service | undefined): WaitPorts => ({
  ...wallClock,
  signal: context.getExecutionCancelSignal?.() ?? new AbortController().signal,
  async ask(taskId, signal) {
    const answer = await askTask(service!, taskId, { signal });
    signal.throwIfAborted();
    return answer;
  },
});

/** With the shortest turn, this leaves n8n time for others when thousands of tasks are due at once. */
const mostStartsAtOnce = 100;
const turnMs = {
  shortest: 100,
  /** While answers are awaited: they bring new times to look. */
  whileAsked: 1_000,
};
/** The shortest time between two looks that calls cause, whoever calls. */
const calledLookPauseMs = 1_000;

/** Looks at the tasks of one wait, whether the execution is awake or asleep. */
export class Poll {
  private readonly tasks: Map<string, TaskWait>;
  private readonly open: Set<string>;
  /** The tasks whose answers are awaited. */
  private readonly asked = new Set<string>();
  /** When a call last caused a look, or will next. */
  private calledLookAtMs = -Infinity;
  private nap = new AbortController();

  constructor(
    state: WaitState,
    private readonly intervalMs: number,
    private readonly ports: WaitPorts,
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

  /** Looks once at each task that is due. @throws the signal's reason when the wait is cancelled */
  async lookAtDue(): Promise<void> {
    this.ports.signal.throwIfAborted();
    await mapConcurrently(this.due(), mostStartsAtOnce, (taskId) => this.look(taskId));
  }

  /** Looks until every task's wait is over. @throws the signal's reason when the wait is cancelled */
  async run(): Promise<void> {
    const { nowMs, sleep, signal } = this.ports;
    signal.addEventListener('abort', () => this.nap.abort(), { once: true });
    while (!this.isOver) {
      signal.throwIfAborted();
      // A look only rejects once the signal has aborted, which ends this loop, too.
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
   * After a call, has `run` look at once, but at most once a second.
   *
   * @param taskId - looked at alone if it is one of the tasks; otherwise all are
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
