import type { Caller, Requester } from '../call/caller';
import type { Sleeper as CalledSleeper, WakeEnd } from '../call/Waker';
import type { WaitWorld } from '../look/lookUntilDone';
import { mostStartsAtOnce, type WaitSettings } from '../look/settings';
import type { TaskAnswer } from '../look/readTaskAnswer';
import type { WaitState } from '../look/WaitState';
import { Alarm } from './Alarm';
import { LiveWait } from './LiveWait';

/** The world of a watcher; tests pass their own. */
export type WatcherWorld = Pick<WaitWorld, 'nowMs' | 'sleep'> & {
  /** Calls an execution until it is awake, or does not come. */
  wake(sleeper: CalledSleeper, caller: Caller): Promise<WakeEnd>;
};

/** A sleeping execution, as its watcher is told of it. Plain data: nothing of the execution itself. */
export interface SleepingExecution extends CalledSleeper {
  state: WaitState;
  settings: Pick<WaitSettings, 'intervalMs'>;
  /** When n8n's timer has woken it for certain, if it still exists. */
  forgetAtMs: number;
}

/** A sleeping execution that is watched over. */
interface Sleeper extends Omit<SleepingExecution, 'state' | 'settings'> {
  readonly wait: LiveWait;
  /** n8n has stored it asleep: before that, it cannot be called. */
  isStored: boolean;
  /** It is being called, or has heard it. */
  isCalled: boolean;
  /** When it was looked at last because somebody called. */
  hurriedAtMs: number;
  /** Aborted when it is let go. */
  readonly isGone: AbortController;
}

/** Shortest time between two looks for the sake of calls, whoever calls. */
const shortestHurryMs = 1_000;

/** Looks that are due within this time start together: each turn goes through all open tasks. */
const shortestTurnMs = 100;

/** Shared instance: capturing its stack takes longer than all else. */
const isNotNeeded = new Error('nobody waits for this look any more');

/** Whether there is something to wake the execution for. */
const isReady = ({ wait }: Sleeper) => wait.open === 0;

/**
 * Looks at the tasks of all sleeping executions of one account in this process, and calls those whose
 * tasks have ended. Holds nothing that may not be lost: n8n's timer wakes whoever is not called.
 */
export class Watcher {
  private readonly sleepers = new Map<string, Sleeper>();
  private readonly alarm: Alarm;
  private requester: Requester | undefined;
  private isRunning = false;

  constructor(private readonly world: WatcherWorld) {
    this.alarm = new Alarm(world);
  }

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
  watch({ state, settings, ...known }: SleepingExecution, requester: Requester): void {
    this.release(known.executionId);
    this.requester = requester;
    this.sleepers.set(known.executionId, {
      ...known,
      wait: new LiveWait(state, settings.intervalMs),
      isStored: false,
      isCalled: false,
      hurriedAtMs: -Infinity,
      isGone: new AbortController(),
    });
    if (this.isRunning) this.alarm.wake();
    else void this.run();
  }

  /** n8n has stored the execution asleep: from now on it can be called. */
  noteStored(executionId: string): void {
    const sleeper = this.sleepers.get(executionId);
    if (sleeper === undefined) return;
    sleeper.isStored = true;
    this.callIfReady(sleeper);
  }

  /** Lets an execution go that is awake again, with what was seen of its tasks. */
  release(executionId: string): WaitState | undefined {
    const sleeper = this.sleepers.get(executionId);
    if (sleeper === undefined) return undefined;
    this.sleepers.delete(executionId);
    sleeper.isGone.abort(isNotNeeded);
    if (this.sleepers.size === 0) this.alarm.wake();
    return sleeper.wait.write();
  }

  /**
   * Somebody called the execution: its tasks are looked at now.
   *
   * @param taskId - the task that was named; all are looked at when it is none of them
   * @returns whether the call is to wake the execution: nobody watches it, or its tasks have ended
   */
  lookNow(executionId: string, taskId: string): boolean {
    const sleeper = this.sleepers.get(executionId);
    if (sleeper === undefined || isReady(sleeper)) return true;
    const nowMs = this.world.nowMs();
    if (sleeper.hurriedAtMs <= nowMs)
      sleeper.hurriedAtMs = Math.max(nowMs, sleeper.hurriedAtMs + shortestHurryMs);
    sleeper.wait.lookBy(sleeper.hurriedAtMs, taskId);
    this.alarm.wakeBy(sleeper.hurriedAtMs);
    return false;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.sleepers.size > 0) {
      const nowMs = this.world.nowMs();
      for (const { executionId, forgetAtMs } of [...this.sleepers.values()])
        if (forgetAtMs <= nowMs) this.release(executionId);
      this.startLooks(nowMs);
      let nextMs = Infinity;
      for (const { wait, forgetAtMs } of this.sleepers.values())
        nextMs = Math.min(nextMs, wait.nextAskAtMs, forgetAtMs);
      if (this.sleepers.size > 0)
        await this.alarm.sleepUntil(Math.max(nextMs, nowMs + shortestTurnMs));
    }
    this.isRunning = false;
    this.requester = undefined;
  }

  /** Starts the looks that are due, those of the execution first that has been due the longest. */
  private startLooks(nowMs: number): void {
    const due = [...this.sleepers.values()]
      .map((sleeper) => ({ sleeper, sinceMs: sleeper.wait.nextAskAtMs }))
      .filter(({ sinceMs }) => sinceMs <= nowMs)
      .sort((one, other) => one.sinceMs - other.sinceMs)
      .flatMap(({ sleeper }) => sleeper.wait.due(nowMs).map((taskId) => ({ sleeper, taskId })));
    for (const { sleeper, taskId } of due.slice(0, mostStartsAtOnce))
      void this.look(sleeper, taskId);
  }

  private async look(sleeper: Sleeper, taskId: string): Promise<void> {
    const { wait, isGone } = sleeper;
    wait.take(taskId);
    const answer = await this.requester!.ask(taskId, isGone.signal).catch(
      (error: unknown): TaskAnswer => ({ kind: 'fault', reason: String(error) }),
    );
    if (isGone.signal.aborted) return;
    const nextAskAtMs = wait.observe(taskId, answer, this.world.nowMs());
    this.callIfReady(sleeper);
    this.alarm.wakeBy(nextAskAtMs);
  }

  private callIfReady(sleeper: Sleeper): void {
    if (!sleeper.isStored || sleeper.isCalled || !isReady(sleeper)) return;
    sleeper.isCalled = true;
    const { executionId, resumeUrl, statusUrl } = sleeper;
    void this.world.wake({ executionId, resumeUrl, statusUrl }, this.requester!).then((end) => {
      // One that came here fetches what was seen.
      if (end !== 'came' && this.sleepers.get(executionId) === sleeper) this.release(executionId);
    });
  }
}
