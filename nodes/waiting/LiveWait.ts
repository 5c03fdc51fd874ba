import { Agenda } from './Agenda';
import { type TaskAnswer } from './answer';
import { setBackByMs, shiftContact, shiftWatch } from './clock';
import { hopelessOutcome, noteContact, type Contact } from './contact';
import { type Random } from './delays';
import { endAtDeadline, observeTask } from './observe';
import { type WaitSettings } from './settings';
import { end, type Outcome, type TaskWatch, type WaitState } from './watch';

/** The service's own pause (429), which counts for all waits of an account. */
export interface Pause {
  untilMs: number;
}

/**
 * A wait in memory. It changes in place, and what an answer costs does not grow with the number of
 * tasks; it is written out only to be stored.
 */
export class LiveWait {
  private readonly tasks: Map<string, TaskWatch>;
  /** Open tasks that are not being asked for, by their next look. */
  private readonly looks = new Agenda<string>();
  /** Open tasks, by their deadline. */
  private readonly limits = new Agenda<string>();
  private readonly asking = new Set<string>();
  private contact: Contact;
  private seenAtMs: number | undefined;

  /**
   * @param state - what was stored; it is left as it is
   * @param pause - shared by waits that ask the same account
   */
  constructor(
    { tasks, pausedUntilMs, seenAtMs, ...contact }: WaitState,
    readonly settings: WaitSettings,
    private readonly pause: Pause = { untilMs: 0 },
  ) {
    this.contact = contact;
    this.seenAtMs = seenAtMs;
    this.pause.untilMs = Math.max(this.pause.untilMs, pausedUntilMs);
    this.tasks = new Map(Object.entries(tasks));
    for (const [taskId, watch] of this.tasks) this.plan(taskId, watch);
  }

  /** Number of tasks, and of those whose wait is not over. */
  get size(): number {
    return this.tasks.size;
  }

  get open(): number {
    return this.limits.size;
  }

  /** When the next task wants to be asked for, if the service's pause allows it. */
  get lookAtMs(): number {
    return this.asking.size < this.settings.concurrency ? this.looks.firstAtMs : Infinity;
  }

  /** The first deadline of an open task. */
  get limitAtMs(): number {
    return this.limits.firstAtMs;
  }

  /** When there is something to do next if no answer comes before. */
  nextAtMs(nowMs: number): number {
    const lookAtMs = Math.max(this.lookAtMs, this.pause.untilMs);
    return this.pause.untilMs > nowMs ? Math.min(lookAtMs, this.limitAtMs) : lookAtMs;
  }

  taskIds(): IterableIterator<string> {
    return this.tasks.keys();
  }

  watchOf(taskId: string): TaskWatch | undefined {
    return this.tasks.get(taskId);
  }

  isOpen(taskId: string): boolean {
    const watch = this.tasks.get(taskId);
    return watch !== undefined && watch.outcome === undefined;
  }

  /** Takes the task that is due the longest; it is not given again before `observe`. */
  take(nowMs: number): string | undefined {
    if (this.pause.untilMs > nowMs || this.lookAtMs > nowMs) return undefined;
    const taskId = this.looks.first!.thing;
    this.looks.delete(taskId);
    this.asking.add(taskId);
    return taskId;
  }

  /** Takes in an answer: the task is finished, or has a time for its next look. */
  observe(taskId: string, answer: TaskAnswer, context: { nowMs: number; random: Random }): void {
    this.asking.delete(taskId);
    const before = this.tasks.get(taskId);
    if (before === undefined || before.outcome !== undefined) return;
    const { nowMs } = context;
    const watch = observeTask(
      before,
      answer,
      { ...context, settings: this.settings },
      this.contact,
    );
    this.contact = noteContact(this.contact, answer, nowMs);
    this.seenAtMs = nowMs;
    // A 429 or a Retry-After is meant for the account, not for the task that happened to meet it.
    if (answer.kind === 'busy' || (answer.kind === 'fault' && answer.retryAfterMs !== undefined))
      this.pause.untilMs = Math.max(this.pause.untilMs, watch.nextAskAtMs);
    this.plan(taskId, endAtDeadline(watch, answer, nowMs));
    const hopeless = 'reason' in answer && hopelessOutcome(this.contact, nowMs);
    if (hopeless) this.endOpen(hopeless, answer.reason, nowMs);
  }

  /** Has a task looked at by that time, if that is earlier than planned. */
  bringForward(taskId: string, atMs: number): void {
    const watch = this.tasks.get(taskId);
    if (watch === undefined || watch.outcome !== undefined || watch.nextAskAtMs <= atMs) return;
    this.plan(taskId, { ...watch, nextAskAtMs: atMs });
  }

  /** Ends the waits whose deadline has passed while the service's pause forbids to ask once more. */
  endOverdue(nowMs: number): void {
    while (this.pause.untilMs > nowMs && this.limitAtMs <= nowMs) {
      const taskId = this.limits.first!.thing;
      this.plan(taskId, end(this.tasks.get(taskId)!, 'timedOut', nowMs));
    }
  }

  /** Moves all times back when the clock was set back since the newest change. */
  followClock(nowMs: number): void {
    const byMs = setBackByMs(this.seenAtMs, nowMs);
    this.seenAtMs = nowMs;
    if (byMs === 0) return;
    this.pause.untilMs = Math.max(0, this.pause.untilMs - byMs);
    this.contact = { ...this.contact, ...shiftContact(this.contact, byMs) };
    for (const [taskId, watch] of this.tasks) this.plan(taskId, shiftWatch(watch, byMs));
  }

  /** The wait as plain JSON. */
  write(): WaitState {
    const { contact, seenAtMs } = this;
    return {
      ...contact,
      // Not assigned one by one: an id such as "__proto__" must be a key like any other.
      tasks: Object.fromEntries(this.tasks),
      pausedUntilMs: this.pause.untilMs,
      ...(seenAtMs !== undefined && { seenAtMs }),
    };
  }

  private plan(taskId: string, watch: TaskWatch): void {
    this.tasks.set(taskId, watch);
    if (watch.outcome === undefined) {
      this.limits.set(taskId, watch.deadlineAtMs);
      if (!this.asking.has(taskId)) this.looks.set(taskId, watch.nextAskAtMs);
    } else {
      this.limits.delete(taskId);
      this.looks.delete(taskId);
    }
  }

  private endOpen(outcome: Outcome, lastFault: string, nowMs: number): void {
    for (const [taskId, watch] of this.tasks)
      if (watch.outcome === undefined)
        this.plan(taskId, end({ ...watch, lastFault }, outcome, nowMs));
  }
}
