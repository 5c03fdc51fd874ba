import { Agenda } from '../look/Agenda';
import { Alarm } from '../look/Alarm';
import type { TaskAnswer } from '../look/TaskAnswer';
import type { LiveWait, Pause } from '../look/LiveWait';
import { longestTimeoutMs, mostStartsPerTurn, urgencyOf } from '../look/howUrgent';
import type { WaitWorld } from '../look/lookUntilDone';
import type { WaitState } from '../look/WaitState';
import type { Requester } from '../call/requester';
import { callExecution, type CallOutcome } from '../call/callExecution';
import { SharedTasks, type SharedLook, type SharedTask } from './SharedTasks';
import { isReady, longestCheckPauseMs, toSleeper, type Sleeper } from './Sleeper';
import type { SleepingExecution } from './SleepingExecution';
import { askState } from '../call/askState';

/** The world of a watcher; tests pass their own. */
export type WatcherWorld = Pick<WaitWorld, 'nowMs' | 'sleep' | 'random'> & {
  /** Called when an execution could not be rung. */
  onUnreachable(resumeUrl: string): void;
  /** Called when an execution does not come back. */
  onOver?(executionId: string): void;
};

// A callback may come a moment before the service's own records say the same.
const looksAfterRing = 3;
/** Shortest time between two looks at the same task that are owed to rings, whoever rings. */
const shortestGapMs = 1_000;

// An execution that went to sleep a moment ago may not be stored yet, and one that is awake may
// download; n8n's timer wakes whoever stays busy for longer than these.
const pausesWhileBusyMs = [200, 300, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const pausesWhileUnheardMs = [1_000, 2_000, 5_000, 10_000, 20_000];

// Rung, it comes to fetch what was seen of its tasks; on another worker it never does, and with a
// limit of executions it may have to queue.
const firstComesWithinMs = 30_000;
const longestComesWithinMs = 10 * 60_000;

/** How long a call may wait for what the look brings, before it is answered. */
const longestCallMs = 5_000;

/** Made once: an error with its stack takes longer than all else. */
const isNotNeeded = new Error('nobody waits for this look any more');

/**
 * Asks the service for the tasks of all sleeping executions of one account in this process, and
 * rings those whose tasks have ended. Holds nothing that may not be lost: n8n's timer wakes
 * whoever is not rung.
 */
export class Watcher {
  private readonly sleeping = new Map<string, Sleeper>();
  private readonly tasks = new SharedTasks();
  private readonly looks = new Agenda<Sleeper>();
  private readonly limits = new Agenda<Sleeper>();
  private readonly forgets = new Agenda<Sleeper>();
  private readonly checks = new Agenda<Sleeper>();
  /** The service asks the account to pause, whoever of them asked. */
  private readonly pause: Pause = { untilMs: 0 };
  private readonly alarm: Alarm;
  private requester: Requester | undefined;
  private running = false;
  /** n8n is asked for one execution at a time, since it reads all of it from its database. */
  private isChecking = false;

  constructor(private readonly world: WatcherWorld) {
    this.alarm = new Alarm(world);
  }

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
    this.release(execution.executionId);
    const sleeper = toSleeper(execution, this.pause);
    const { wait } = sleeper;
    this.sleeping.set(sleeper.executionId, sleeper);
    this.requester = requester;
    for (const taskId of wait.taskIds()) if (wait.isOpen(taskId)) this.tasks.join(taskId, sleeper);
    this.forgets.set(sleeper.forget, sleeper.forgetAtMs);
    this.checks.set(sleeper.check, this.world.nowMs() + sleeper.checkPauseMs);
    this.plan(sleeper);
    if (!this.running) void this.run();
  }

  /** n8n has stored the execution asleep: from now on it can be rung. */
  noteStored(executionId: string): void {
    const sleeper = this.sleeping.get(executionId);
    if (sleeper === undefined) return;
    sleeper.isStored = true;
    this.plan(sleeper);
  }

  /** Lets an execution go that is awake again, with what was seen of its tasks. */
  release(executionId: string): WaitState | undefined {
    const sleeper = this.sleeping.get(executionId);
    if (sleeper === undefined) return undefined;
    this.sleeping.delete(executionId);
    answerCallers(sleeper, false);
    sleeper.isGone.abort(isNotNeeded);
    for (const taskId of sleeper.wait.taskIds()) this.tasks.leave(taskId, sleeper);
    this.looks.delete(sleeper.look);
    this.limits.delete(sleeper.limit);
    this.forgets.delete(sleeper.forget);
    this.checks.delete(sleeper.check);
    if (this.sleeping.size === 0) this.alarm.wake();
    return sleeper.wait.write();
  }

  /** Lets an execution go that does not come back: nobody waits for its looks any more. */
  abandon(executionId: string): void {
    const sleeper = this.sleeping.get(executionId);
    if (sleeper === undefined) return;
    this.release(executionId);
    this.world.onOver?.(executionId);
    for (const taskId of sleeper.wait.taskIds()) {
      const task = this.tasks.find(taskId);
      if (task?.sleepers.size === 0) task.look?.cancel.abort(isNotNeeded);
    }
  }

  /**
   * Someone called the execution: its tasks are looked at now.
   *
   * @param taskId - the task that was named; all are looked at when it is none of them
   * @returns whether the call is to wake the execution, once that is known
   */
  async lookNow(executionId: string, taskId: string): Promise<boolean> {
    const sleeper = this.sleeping.get(executionId);
    if (sleeper === undefined || isReady(sleeper)) return true;
    this.hurryLooks(sleeper, taskId);
    return await this.untilKnown(sleeper);
  }

  /** Waits for what a look brings, so that the call itself can wake the execution. */
  private async untilKnown(sleeper: Sleeper): Promise<boolean> {
    const { callers } = sleeper;
    const isKnown = new AbortController();
    const called = new Promise<boolean>((tell) => callers.add(tell));
    const tooLong = this.world.sleep(longestCallMs, isKnown.signal).then(
      () => answerCallers(sleeper, false),
      () => {},
    );
    const wake = await called;
    isKnown.abort(isNotNeeded);
    await tooLong;
    return wake;
  }

  private hurryLooks({ wait }: Sleeper, taskId: string): void {
    const named = wait.waitOf(taskId) === undefined ? wait.taskIds() : [taskId];
    for (const id of named) {
      const task = wait.isOpen(id) ? this.tasks.find(id) : undefined;
      if (task === undefined) continue;
      task.looksLeft = looksAfterRing;
      this.hurry(task);
      this.overtake(task);
    }
  }

  /** A look that someone called for does not wait behind the crowd that the last one stands in. */
  private overtake({ look }: SharedTask): void {
    if (look === undefined || look.isOwed) return;
    if (this.world.nowMs() - look.atMs > shortestGapMs) look.cancel.abort(isNotNeeded);
  }

  private hurry(task: SharedTask): void {
    const atMs = Math.max(this.world.nowMs(), task.askedForCallAtMs + shortestGapMs);
    for (const sleeper of task.sleepers) {
      sleeper.wait.bringForward(task.taskId, atMs);
      this.plan(sleeper);
    }
  }

  /** Takes note of when the execution needs something next, or has it rung when it is ready. */
  private plan(sleeper: Sleeper): void {
    this.looks.set(sleeper.look, sleeper.wait.lookAtMs);
    this.limits.set(sleeper.limit, sleeper.wait.limitAtMs);
    if (isReady(sleeper) && sleeper.isStored && !sleeper.isRung) this.wake(sleeper);
    this.alarm.wakeBy(this.nextAtMs(this.world.nowMs()));
  }

  /** Has the execution woken: by the call that waits for it, or by one of our own. */
  private wake(sleeper: Sleeper): void {
    sleeper.isRung = true;
    const isCalled = sleeper.callers.size > 0;
    answerCallers(sleeper, true);
    void this.ringUntilHeard(sleeper, isCalled);
  }

  private nextAtMs(nowMs: number): number {
    const { untilMs } = this.pause;
    const limitAtMs = untilMs > nowMs ? this.limits.firstAtMs : Infinity;
    const checkAtMs = this.isChecking ? Infinity : this.checks.firstAtMs;
    const lookAtMs = Math.max(this.looks.firstAtMs, untilMs);
    return Math.min(lookAtMs, limitAtMs, checkAtMs, this.forgets.firstAtMs);
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      while (this.sleeping.size > 0) {
        const nowMs = this.world.nowMs();
        while (this.forgets.firstAtMs <= nowMs) this.release(this.forgets.first!.executionId);
        while (this.pause.untilMs > nowMs && this.limits.firstAtMs <= nowMs) {
          const sleeper = this.limits.first!;
          sleeper.wait.endOverdue(nowMs);
          this.plan(sleeper);
        }
        if (!this.isChecking && this.checks.firstAtMs <= nowMs)
          void this.checkOn(this.checks.first!);
        this.startLooks(nowMs);
        if (this.sleeping.size > 0) await this.alarm.sleepUntil(this.nextAtMs(nowMs));
      }
    } finally {
      this.running = false;
      this.requester = undefined;
    }
  }

  /** Lets an execution go that is over, whoever ended it. */
  private async checkOn(sleeper: Sleeper): Promise<void> {
    const { executionId } = sleeper;
    this.isChecking = true;
    const over = (await askState(this.requester!, sleeper)) === 'over';
    this.isChecking = false;
    if (this.sleeping.get(executionId) === sleeper) {
      sleeper.checkPauseMs = Math.min(2 * sleeper.checkPauseMs, longestCheckPauseMs);
      this.checks.set(sleeper.check, this.world.nowMs() + sleeper.checkPauseMs);
      if (over) this.abandon(executionId);
    }
    this.alarm.wakeBy(this.nextAtMs(this.world.nowMs()));
  }

  private startLooks(nowMs: number): void {
    let starts = 0;
    while (this.pause.untilMs <= nowMs && this.looks.firstAtMs <= nowMs) {
      if (starts === mostStartsPerTurn) return;
      const sleeper = this.looks.first!;
      const { wait } = sleeper;
      const taskId = wait.take(nowMs);
      this.looks.set(sleeper.look, wait.lookAtMs);
      const task = taskId === undefined ? undefined : this.tasks.find(taskId);
      if (task === undefined || task.look !== undefined) continue;
      starts += 1;
      void this.ask(task, wait, nowMs);
    }
  }

  private async ask(task: SharedTask, wait: LiveWait, nowMs: number): Promise<void> {
    const { taskId } = task;
    const taskWait = wait.waitOf(taskId)!;
    const urgency = task.looksLeft > 0 ? 'likelyEnd' : urgencyOf(taskWait, nowMs, wait.settings);
    const cancel = new AbortController();
    const look: SharedLook = { atMs: nowMs, isOwed: task.looksLeft > 0, cancel };
    task.look = look;
    if (look.isOwed) task.askedForCallAtMs = nowMs;
    const { signal } = cancel;
    const answer = await this.requester!.ask(taskId, longestTimeoutMs, signal, urgency).catch(
      (error: unknown): TaskAnswer => ({ kind: 'fault', reason: String(error) }),
    );
    task.look = undefined;
    if (signal.aborted) return this.giveBack(task);

    const context = { nowMs: this.world.nowMs(), random: this.world.random };
    for (const sleeper of task.sleepers) {
      sleeper.wait.observe(taskId, answer, context);
      if (!sleeper.wait.isOpen(taskId)) this.tasks.leave(taskId, sleeper);
      this.plan(sleeper);
    }
    task.looksLeft = Math.max(0, task.looksLeft - 1);
    if (task.looksLeft > 0) this.hurry(task);
    // The service may call a moment before its own records say the same: this call is answered, and
    // a later look wakes the execution.
    for (const sleeper of task.sleepers) answerCallers(sleeper, false);
    this.tasks.tidy(task);
  }

  private giveBack(task: SharedTask): void {
    for (const sleeper of task.sleepers) {
      sleeper.wait.giveBack(task.taskId);
      this.plan(sleeper);
    }
    this.tasks.tidy(task);
  }

  /**
   * Rings an execution until it has come, or is over. Before it is rung once more, it is asked what
   * has become of it: n8n may have failed to start it, and writes an error about a ring of one that
   * is awake. One that may have woken elsewhere is asked for before it is rung at all.
   */
  private async ringUntilHeard(sleeper: Sleeper, isCalled = false): Promise<void> {
    const { executionId, resumeUrl } = sleeper;
    const pausesMs = { busy: [...pausesWhileBusyMs], unheard: [...pausesWhileUnheardMs] };
    const isHere = () => this.sleeping.get(executionId) === sleeper;
    let comesWithinMs = firstComesWithinMs;
    let outcome: CallOutcome = sleeper.mayWakeElsewhere === true ? 'busy' : 'heard';
    if (outcome === 'heard' && !isCalled) outcome = await callExecution(this.requester!, sleeper);
    while (isHere()) {
      const pauseMs = outcome === 'heard' ? comesWithinMs : pausesMs[outcome].shift();
      if (outcome === 'unheard' && pauseMs === undefined) this.world.onUnreachable(resumeUrl);
      if (pauseMs === undefined) return void this.release(executionId);
      await this.waitFor(sleeper, pauseMs);
      if (!isHere()) return;
      const state = await askState(this.requester!, sleeper);
      if (!isHere()) return;
      if (state === 'over') return this.abandon(executionId);
      if (state === 'awake' && outcome === 'heard') return void this.release(executionId);
      if (outcome === 'heard') comesWithinMs = Math.min(2 * comesWithinMs, longestComesWithinMs);
      if (state !== 'awake') outcome = await callExecution(this.requester!, sleeper);
    }
  }

  /** Ends when the execution is let go. */
  private async waitFor({ isGone }: Sleeper, durationMs: number): Promise<void> {
    await this.world.sleep(durationMs, isGone.signal).catch(() => {});
  }
}

/** Tells those who called whether to wake the execution: one does, for all. */
function answerCallers({ callers }: Sleeper, wake: boolean): void {
  let isFirst = true;
  for (const tell of callers) {
    tell(wake && isFirst);
    isFirst = false;
  }
  callers.clear();
}
