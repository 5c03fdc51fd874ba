import { Agenda, slotFor, type Slot } from './Agenda';
import type { TaskAnswer } from './TaskAnswer';
import { setBackByMs, shiftContact, shiftTaskWait } from './clock';
import { hopelessOutcome, noteContact } from './contact';
import type { Contact, Outcome, TaskWait, WaitState } from './WaitState';
import { broughtForward } from './adjustWait';
import { endAtDeadline, observeTask } from './observe';
import type { ObserveContext } from './ObserveContext';
import type { WaitSettings } from './settings';
import { end } from './startWait';

/** The pause that the service asked for, which counts for all waits of an account. */
export interface Pause {
  untilMs: number;
}

interface LiveTask {
  readonly taskId: string;
  watch: TaskWait;
  /** Whether the watch is our own, and not what was read. */
  isOwn: boolean;
  isAsked: boolean;
  readonly look: Slot<LiveTask>;
  readonly limit: Slot<LiveTask>;
}

function liveTask(taskId: string, taskWait: TaskWait): LiveTask {
  const task = { taskId, watch: taskWait, isOwn: false, isAsked: false } as LiveTask;
  return Object.assign(task, { look: slotFor(task), limit: slotFor(task) });
}

/**
 * A wait in memory. It changes in place, and what an answer costs does not grow with the number of
 * tasks; it is written out only to be stored.
 */
export class LiveWait {
  private readonly tasks = new Map<string, LiveTask>();
  /** Open tasks that are not being asked for, by their next look. */
  private readonly looks = new Agenda<LiveTask>();
  /** Open tasks, by their deadline. */
  private readonly limits = new Agenda<LiveTask>();
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
    const entries = Object.entries(tasks);
    for (const [taskId, taskWait] of entries) {
      const task = liveTask(taskId, taskWait);
      this.tasks.set(taskId, task);
      if (taskWait.outcome !== undefined) continue;
      this.looks.set(task.look, taskWait.nextAskAtMs);
      this.limits.set(task.limit, taskWait.deadlineAtMs);
    }
  }

  get size(): number {
    return this.tasks.size;
  }

  /** Number of tasks whose wait is not over. */
  get open(): number {
    return this.limits.size;
  }

  /** When the next task wants to be asked for, if the service's pause allows it. */
  get lookAtMs(): number {
    return this.looks.firstAtMs;
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

  waitOf(taskId: string): TaskWait | undefined {
    return this.tasks.get(taskId)?.watch;
  }

  isOpen(taskId: string): boolean {
    const taskWait = this.waitOf(taskId);
    return taskWait !== undefined && taskWait.outcome === undefined;
  }

  /** Takes the task that is due the longest; it is not given again before `observe`. */
  take(nowMs: number): string | undefined {
    if (this.pause.untilMs > nowMs) return undefined;
    if (this.lookAtMs > nowMs) return undefined;
    const task = this.looks.first!;
    this.looks.delete(task.look);
    task.isAsked = true;
    return task.taskId;
  }

  /** Gives back a task that was taken and not asked for: it is due as before. */
  giveBack(taskId: string): void {
    const task = this.tasks.get(taskId);
    if (task?.isAsked !== true) return;
    task.isAsked = false;
    this.change(task, task.watch);
  }

  /** Takes in an answer: the task is finished, or has a time for its next look. */
  observe(taskId: string, answer: TaskAnswer, context: Omit<ObserveContext, 'settings'>): void {
    const task = this.tasks.get(taskId);
    if (task === undefined) return;
    task.isAsked = false;
    if (task.watch.outcome !== undefined) return;
    const { nowMs } = context;
    const { settings, contact } = this;
    const taskWait = observeTask(task.watch, answer, { ...context, settings }, contact);
    this.contact = noteContact(contact, answer, nowMs);
    this.seenAtMs = nowMs;
    // Meant for all looks of the account, not for the task that happened to meet it. How long a
    // pause is of which the service says nothing, and who goes first then, is the pacer's to know.
    if ('retryAfterMs' in answer && answer.retryAfterMs !== undefined)
      this.pause.untilMs = Math.max(this.pause.untilMs, nowMs + answer.retryAfterMs);
    this.change(task, endAtDeadline(taskWait, answer, nowMs));
    const hopeless = 'reason' in answer && hopelessOutcome(this.contact, nowMs);
    if (hopeless) this.endOpen(hopeless, answer.reason, nowMs);
  }

  /** Has a task looked at by that time, if that is earlier than planned. */
  bringForward(taskId: string, atMs: number): void {
    const task = this.tasks.get(taskId);
    if (task === undefined || task.watch.outcome !== undefined) return;
    this.change(task, broughtForward(task.watch, atMs));
  }

  /** Ends the waits whose deadline has passed while the service's pause forbids to ask once more. */
  endOverdue(nowMs: number): void {
    while (this.pause.untilMs > nowMs && this.limitAtMs <= nowMs) {
      const task = this.limits.first!;
      this.change(task, end(task.watch, 'timedOut', nowMs));
    }
  }

  /** Moves all times back when the clock was set back since the newest change. */
  followClock(nowMs: number): void {
    const byMs = setBackByMs(this.seenAtMs, nowMs);
    this.seenAtMs = nowMs;
    if (byMs === 0) return;
    this.pause.untilMs = Math.max(0, this.pause.untilMs - byMs);
    this.contact = { ...this.contact, ...shiftContact(this.contact, byMs) };
    for (const task of this.tasks.values()) {
      this.change(task, shiftTaskWait(task.watch, byMs));
      if (task.limit.place >= 0) this.limits.set(task.limit, task.watch.deadlineAtMs);
    }
  }

  /** The wait as plain JSON. */
  write(): WaitState {
    const { contact, seenAtMs } = this;
    const entries = [...this.tasks.values()].map(
      ({ taskId, watch: taskWait }) => [taskId, { ...taskWait }] as const,
    );
    return {
      ...contact,
      // Not assigned one by one: an id such as "__proto__" must be a key like any other.
      tasks: Object.fromEntries(entries),
      pausedUntilMs: this.pause.untilMs,
      ...(seenAtMs !== undefined && { seenAtMs }),
    };
  }

  private change(task: LiveTask, taskWait: TaskWait): void {
    // Into the old object: a new one for each answer would keep the garbage collector busy.
    if (task.isOwn) Object.assign(task.watch, taskWait);
    else {
      task.watch = { ...task.watch, ...taskWait };
      task.isOwn = true;
    }
    if (taskWait.outcome !== undefined) {
      this.looks.delete(task.look);
      this.limits.delete(task.limit);
    } else if (!task.isAsked) this.looks.set(task.look, taskWait.nextAskAtMs);
  }

  private endOpen(outcome: Outcome, lastFault: string, nowMs: number): void {
    for (const task of this.tasks.values())
      if (task.watch.outcome === undefined)
        this.change(task, end({ ...task.watch, lastFault }, outcome, nowMs));
  }
}
