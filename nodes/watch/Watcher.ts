import type { Caller } from '../call/caller';
import type { Sleeper, WakingPorts } from '../call/Waker';
import type { WaitPorts } from '../look/lookUntilDone';
import { mostStartsAtOnce, type WaitSettings } from '../look/settings';
import type { TaskAnswer } from '../look/readTaskAnswer';
import type { WaitState } from '../look/WaitState';
import { LiveWait } from './LiveWait';

/** What can still be sent when the execution that lent it has been put to sleep. */
export interface Requester {
  /** Names the account whose credential it has, without telling its key. */
  account: string;
  /** Asks the service for a task, with the credential as it was when the execution fell asleep. */
  ask: WaitPorts['ask'];
  callN8n: Caller;
}

/** A sleeping execution, as its watcher is told of it. Plain data: nothing of the execution itself. */
export interface SleepingExecution extends Sleeper {
  state: WaitState;
  settings: Pick<WaitSettings, 'intervalMs'>;
  /** When n8n's timer has woken it for certain, if it still exists. */
  forgetAtMs: number;
}

/** A sleeping execution that is watched over. */
interface Watched extends Omit<SleepingExecution, 'state' | 'settings'> {
  /** Of the newest execution of the account: its credential is the likeliest to hold. */
  requester: Requester;
  readonly wait: LiveWait;
  /** When it was looked at last because somebody called. */
  calledLookAtMs: number;
  /** Aborted when it is let go. */
  readonly isGone: AbortController;
}

/** Shortest time between two looks for the sake of calls, whoever calls. */
const calledLookPauseMs = 1_000;

/**
 * Looks that are due within the shortest time start together, since each turn goes through all open
 * tasks. After the longest, a turn finds out what has become due earlier than it was to be.
 */
const turnMs = { shortest: 100, longest: 1_000 };

/** Shared instance: capturing its stack takes longer than all else. */
const isNotNeeded = new Error('nobody waits for this look any more');

/**
 * Looks at the tasks of all sleeping executions in this process, and calls those whose tasks have
 * ended. Holds nothing that may not be lost: n8n's timer wakes whoever is not called.
 */
export class Watcher {
  private readonly sleepers = new Map<string, Watched>();
  private runs = 0;

  constructor(private readonly ports: WakingPorts) {}

  /**
   * Watches over an execution that n8n has stored asleep: before that, it cannot be called.
   *
   * @param requester - asks for everyone of the account from now on
   */
  watch(execution: SleepingExecution, requester: Requester): void {
    const { state, settings, ...known } = execution;
    for (const other of this.sleepers.values())
      if (other.requester.account === requester.account) other.requester = requester;
    this.sleepers.set(known.executionId, {
      ...known,
      requester,
      wait: new LiveWait(state, settings.intervalMs),
      calledLookAtMs: -Infinity,
      isGone: new AbortController(),
    });
    void this.run();
  }

  /** Lets an execution go that is awake again, with what was seen of its tasks. */
  release(executionId: string): WaitState | undefined {
    const sleeper = this.sleepers.get(executionId);
    if (sleeper === undefined) return undefined;
    this.sleepers.delete(executionId);
    sleeper.isGone.abort(isNotNeeded);
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
    if (sleeper === undefined || sleeper.wait.isOver) return true;
    const nowMs = this.ports.nowMs();
    if (sleeper.calledLookAtMs <= nowMs)
      sleeper.calledLookAtMs = Math.max(nowMs, sleeper.calledLookAtMs + calledLookPauseMs);
    sleeper.wait.lookBy(sleeper.calledLookAtMs, taskId);
    this.startLooks(nowMs);
    return false;
  }

  /** Starts the looks that are due, turn by turn; a later run takes over from an earlier one. */
  private async run(): Promise<void> {
    const run = ++this.runs;
    while (run === this.runs && this.sleepers.size > 0) {
      const nowMs = this.ports.nowMs();
      for (const { executionId, forgetAtMs } of [...this.sleepers.values()])
        if (forgetAtMs <= nowMs) this.release(executionId);
      this.startLooks(nowMs);
      let nextMs = nowMs + turnMs.longest;
      for (const { wait } of this.sleepers.values()) nextMs = Math.min(nextMs, wait.nextAskAtMs);
      await this.ports.sleep(Math.max(nextMs - nowMs, turnMs.shortest));
    }
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

  private async look(sleeper: Watched, taskId: string): Promise<void> {
    const { executionId, wait, isGone } = sleeper;
    wait.take(taskId);
    const answer = await sleeper.requester
      .ask(taskId, isGone.signal)
      .catch((error: unknown): TaskAnswer => ({
        kind: 'fault',
        reason: String(error),
      }));
    if (isGone.signal.aborted) return;
    wait.observe(taskId, answer, this.ports.nowMs());
    if (!wait.isOver) return;
    const end = await this.ports.wake(sleeper, sleeper.requester.callN8n);
    // One that is awake here fetches what was seen.
    if (end !== 'awake' && this.sleepers.get(executionId) === sleeper) this.release(executionId);
  }
}
