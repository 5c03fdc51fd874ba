import type { TaskAnswer } from '../waiting/answer';
import type { WaitWorld } from '../waiting/pollUntilDone';
import type { WaitState } from '../waiting/watch';
import {
  bringForward,
  endOverdue,
  isReady,
  openTasks,
  planLooks,
  shareAnswer,
  type SleepingExecution,
} from './agenda';
import type { Requester } from './requester';
import { ring } from './ring';

/** The world of a watcher; tests pass their own. */
export type WatcherWorld = Pick<WaitWorld, 'nowMs' | 'sleep' | 'random'> & {
  /** Called when an execution could not be rung. */
  onUnreachable(resumeUrl: string): void;
};

const requestTimeoutMs = 30_000;

// A callback may come a moment before the service's own records say the same.
const looksAfterRing = 3;
/** Shortest time between two looks at the same task, whoever rings. */
const shortestGapMs = 1_000;

// An execution that went to sleep a moment ago may not be stored yet, and one that is awake may
// download; n8n's timer wakes whoever stays busy for longer than these.
const pausesWhileBusyMs = [200, 300, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const pausesWhileUnheardMs = [1_000, 2_000, 5_000, 10_000, 20_000];

// Rung, it comes to fetch what was seen of its tasks; another worker's execution never does.
const keptAfterRingMs = 60_000;

const longestPauseMs = 60 * 60_000;

/**
 * Asks the service for the tasks of all sleeping executions of one account in this process, and
 * rings those whose tasks have ended. Holds nothing that may not be lost: n8n's timer wakes
 * whoever is not rung.
 */
export class Watcher {
  private readonly sleeping = new Map<string, SleepingExecution>();
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly askedAtMs = new Map<string, number>();
  private readonly looksLeft = new Map<string, number>();
  /** Executions that are being rung, or have heard it. */
  private readonly rung = new WeakSet<SleepingExecution>();
  private requester: Requester | undefined;
  private changed = new AbortController();
  private running = false;

  constructor(private readonly world: WatcherWorld) {}

  get size(): number {
    return this.sleeping.size;
  }

  knows(executionId: string): boolean {
    return this.sleeping.has(executionId);
  }

  /**
   * Watches over an execution that is about to sleep.
   *
   * @param requester - asks for everyone from now on: the newest credential is the likeliest to hold
   */
  watch(execution: SleepingExecution, requester: Requester): void {
    this.sleeping.set(execution.executionId, execution);
    this.requester = requester;
    this.noticeChange();
    if (!this.running) void this.run();
  }

  /** Lets an execution go that is awake again, with what was seen of its tasks. */
  release(executionId: string): WaitState | undefined {
    const execution = this.sleeping.get(executionId);
    this.sleeping.delete(executionId);
    this.noticeChange();
    return execution?.state;
  }

  /**
   * Someone called the execution: its tasks are looked at now.
   *
   * @param taskId - the task that was named; all are looked at when it is none of them
   * @returns whether the execution is to be woken
   */
  lookNow(executionId: string, taskId: string): boolean {
    const execution = this.sleeping.get(executionId);
    if (execution === undefined || isReady(execution)) return true;
    const named = Object.hasOwn(execution.state.tasks, taskId)
      ? [taskId]
      : openTasks(execution.state);
    for (const id of named) this.looksLeft.set(id, looksAfterRing);
    for (const id of named) this.hurry(id);
    this.noticeChange();
    return false;
  }

  private hurry(taskId: string): void {
    const atMs = Math.max(
      this.world.nowMs(),
      (this.askedAtMs.get(taskId) ?? -Infinity) + shortestGapMs,
    );
    for (const execution of this.sleeping.values())
      if (Object.hasOwn(execution.state.tasks, taskId))
        execution.state = bringForward(execution.state, [taskId], atMs);
  }

  private noticeChange(): void {
    this.changed.abort();
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      while (this.sleeping.size > 0) {
        this.changed = new AbortController();
        const nowMs = this.world.nowMs();
        const nextAtMs = this.doWhatIsDue(nowMs);
        if (this.sleeping.size === 0 || this.changed.signal.aborted) continue;
        const pauseMs = Math.min(Math.max(nextAtMs - nowMs, 0), longestPauseMs);
        await this.world.sleep(pauseMs, this.changed.signal).catch(() => {});
      }
    } finally {
      this.running = false;
      this.requester = undefined;
      this.askedAtMs.clear();
      this.looksLeft.clear();
    }
  }

  /** Does all that is due, and returns when something is due next. */
  private doWhatIsDue(nowMs: number): number {
    for (const { executionId, forgetAtMs } of [...this.sleeping.values()])
      if (forgetAtMs <= nowMs) this.sleeping.delete(executionId);
    endOverdue(this.sleeping.values(), nowMs);
    for (const execution of this.sleeping.values())
      if (isReady(execution) && !this.rung.has(execution)) void this.ringUntilHeard(execution);

    const { due, nextAtMs } = planLooks(this.sleeping.values(), nowMs, this.inFlight);
    const places = [...this.sleeping.values()].map(({ settings }) => settings.concurrency);
    const free = Math.max(0, ...places) - this.inFlight.size;
    for (const taskId of due.slice(0, Math.max(0, free)))
      this.inFlight.set(taskId, this.ask(taskId, nowMs));
    return nextAtMs;
  }

  private async ask(taskId: string, nowMs: number): Promise<void> {
    this.askedAtMs.set(taskId, nowMs);
    const { signal } = new AbortController();
    const answer = await this.requester!.ask(taskId, requestTimeoutMs, signal).catch(
      (error: unknown): TaskAnswer => ({ kind: 'fault', reason: String(error) }),
    );
    this.inFlight.delete(taskId);
    const context = { nowMs: this.world.nowMs(), random: this.world.random };
    const isStillOpen = shareAnswer(this.sleeping.values(), taskId, answer, context);

    const looksLeft = isStillOpen ? (this.looksLeft.get(taskId) ?? 0) - 1 : 0;
    if (looksLeft > 0) this.hurry(taskId);
    if (looksLeft > 0) this.looksLeft.set(taskId, looksLeft);
    else this.looksLeft.delete(taskId);
    if (!isStillOpen) this.askedAtMs.delete(taskId);
    this.noticeChange();
  }

  /** Rings an execution until it hears, is over, or has come by itself. */
  private async ringUntilHeard(execution: SleepingExecution): Promise<void> {
    const { executionId, resumeUrl } = execution;
    this.rung.add(execution);
    const pausesMs = { busy: [...pausesWhileBusyMs], unheard: [...pausesWhileUnheardMs] };
    const isHere = () => this.sleeping.get(executionId) === execution;
    while (isHere()) {
      const outcome = await ring(this.requester!, resumeUrl);
      if (!isHere()) return;
      if (outcome === 'heard') {
        const fetchedAtMs = this.world.nowMs() + keptAfterRingMs;
        execution.forgetAtMs = Math.min(execution.forgetAtMs, fetchedAtMs);
        return this.noticeChange();
      }
      const pauseMs = outcome === 'gone' ? undefined : pausesMs[outcome].shift();
      if (outcome === 'unheard' && pauseMs === undefined) this.world.onUnreachable(resumeUrl);
      if (pauseMs === undefined) {
        this.release(executionId);
        return;
      }
      await this.world.sleep(pauseMs, new AbortController().signal);
    }
  }
}
