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
  type Sleeper,
} from './agenda';
import type { Requester } from './requester';
import { ring } from './ring';

/** The world of a watchman; tests pass their own. */
export type NightWorld = Pick<WaitWorld, 'nowMs' | 'sleep' | 'random'> & {
  /** Called when an execution could not be rung. */
  onUnreachable(resumeUrl: string): void;
};

const requestTimeoutMs = 30_000;

// A callback may come a moment before the service's own records say the same.
const looksAfterNudge = 3;
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
export class Watchman {
  private readonly sleepers = new Map<string, Sleeper>();
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly askedAtMs = new Map<string, number>();
  private readonly nudges = new Map<string, number>();
  /** Executions that are being rung, or have heard it. */
  private readonly rung = new WeakSet<Sleeper>();
  private requester: Requester | undefined;
  private stirred = new AbortController();
  private walking = false;

  constructor(private readonly world: NightWorld) {}

  get size(): number {
    return this.sleepers.size;
  }

  knows(executionId: string): boolean {
    return this.sleepers.has(executionId);
  }

  /**
   * Watches over an execution that is about to sleep.
   *
   * @param requester - asks for everyone from now on: the newest credential is the likeliest to hold
   */
  watch(sleeper: Sleeper, requester: Requester): void {
    this.sleepers.set(sleeper.executionId, sleeper);
    this.requester = requester;
    this.stir();
    if (!this.walking) void this.walk();
  }

  /** Lets an execution go that is awake again, with what was seen of its tasks. */
  release(executionId: string): WaitState | undefined {
    const sleeper = this.sleepers.get(executionId);
    this.sleepers.delete(executionId);
    this.stir();
    return sleeper?.state;
  }

  /**
   * Someone called the execution: its tasks are looked at now.
   *
   * @param taskId - the task that was named; all are looked at when it is none of them
   * @returns whether the execution is to be woken
   */
  nudge(executionId: string, taskId: string): boolean {
    const sleeper = this.sleepers.get(executionId);
    if (sleeper === undefined || isReady(sleeper)) return true;
    const named = Object.hasOwn(sleeper.state.tasks, taskId) ? [taskId] : openTasks(sleeper.state);
    for (const id of named) this.nudges.set(id, looksAfterNudge);
    for (const id of named) this.hurry(id);
    this.stir();
    return false;
  }

  private hurry(taskId: string): void {
    const atMs = Math.max(
      this.world.nowMs(),
      (this.askedAtMs.get(taskId) ?? -Infinity) + shortestGapMs,
    );
    for (const sleeper of this.sleepers.values())
      if (Object.hasOwn(sleeper.state.tasks, taskId))
        sleeper.state = bringForward(sleeper.state, [taskId], atMs);
  }

  private stir(): void {
    this.stirred.abort();
  }

  private async walk(): Promise<void> {
    this.walking = true;
    try {
      while (this.sleepers.size > 0) {
        this.stirred = new AbortController();
        const nowMs = this.world.nowMs();
        const nextAtMs = this.makeRound(nowMs);
        if (this.sleepers.size === 0 || this.stirred.signal.aborted) continue;
        const pauseMs = Math.min(Math.max(nextAtMs - nowMs, 0), longestPauseMs);
        await this.world.sleep(pauseMs, this.stirred.signal).catch(() => {});
      }
    } finally {
      this.walking = false;
      this.requester = undefined;
      this.askedAtMs.clear();
      this.nudges.clear();
    }
  }

  /** Does all that is due, and returns when something is due next. */
  private makeRound(nowMs: number): number {
    for (const { executionId, dismissAtMs } of [...this.sleepers.values()])
      if (dismissAtMs <= nowMs) this.sleepers.delete(executionId);
    endOverdue(this.sleepers.values(), nowMs);
    for (const sleeper of this.sleepers.values())
      if (isReady(sleeper) && !this.rung.has(sleeper)) void this.call(sleeper);

    const { due, nextAtMs } = planLooks(this.sleepers.values(), nowMs, this.inFlight);
    const places = [...this.sleepers.values()].map(({ settings }) => settings.concurrency);
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
    const isStillOpen = shareAnswer(this.sleepers.values(), taskId, answer, context);

    const looksLeft = isStillOpen ? (this.nudges.get(taskId) ?? 0) - 1 : 0;
    if (looksLeft > 0) this.hurry(taskId);
    if (looksLeft > 0) this.nudges.set(taskId, looksLeft);
    else this.nudges.delete(taskId);
    if (!isStillOpen) this.askedAtMs.delete(taskId);
    this.stir();
  }

  /** Rings an execution until it hears, is over, or has come by itself. */
  private async call(sleeper: Sleeper): Promise<void> {
    const { executionId, resumeUrl } = sleeper;
    this.rung.add(sleeper);
    const pausesMs = { busy: [...pausesWhileBusyMs], unheard: [...pausesWhileUnheardMs] };
    const isHere = () => this.sleepers.get(executionId) === sleeper;
    while (isHere()) {
      const outcome = await ring(this.requester!, resumeUrl);
      if (!isHere()) return;
      if (outcome === 'heard') {
        const fetchedAtMs = this.world.nowMs() + keptAfterRingMs;
        sleeper.dismissAtMs = Math.min(sleeper.dismissAtMs, fetchedAtMs);
        return this.stir();
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
