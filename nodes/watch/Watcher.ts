import type { Caller } from '../call/caller';
import type { Sleeper, WakingPorts } from '../call/Waker';
import type { WaitPorts } from '../look/lookUntilDone';
import { observeTask } from '../look/observe';
import type { TaskAnswer } from '../look/readTaskAnswer';
import { mostStartsAtOnce, type WaitSettings } from '../look/settings';
import type { TaskWait, WaitState } from '../look/WaitState';

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
interface Watched extends Omit<SleepingExecution, 'state'> {
  /** Of the newest execution of the account: its credential is the likeliest to hold. */
  requester: Requester;
  tasks: Map<string, TaskWait>;
  /** Those whose answer is awaited. */
  asked: Set<string>;
  /** When it was looked at last because somebody called. */
  calledLookAtMs: number;
  /** Aborted when it is let go. */
  isGone: AbortController;
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

const isOpen = ({ outcome }: TaskWait) => outcome === undefined;
const isOver = ({ tasks }: Watched) => ![...tasks.values()].some(isOpen);

/** The looks that are to come. */
const looksOf = (one: Watched) =>
  [...one.tasks]
    .filter(([taskId, taskWait]) => isOpen(taskWait) && !one.asked.has(taskId))
    .map(([taskId, { nextAskAtMs: atMs }]) => ({ one, taskId, atMs }));

/**
 * Looks at the tasks of all sleeping executions in this process, and calls those whose tasks have
 * ended. Holds nothing that may not be lost: n8n's timer wakes whoever is not called.
 */
export class Watcher {
  private readonly watched = new Map<string, Watched>();
  private runs = 0;

  constructor(private readonly ports: WakingPorts) {}

  /**
   * Watches over an execution that n8n has stored asleep: before that, it cannot be called.
   *
   * @param requester - asks for everyone of the account from now on
   */
  watch({ state, ...execution }: SleepingExecution, requester: Requester): void {
    for (const other of this.watched.values())
      if (other.requester.account === requester.account) other.requester = requester;
    this.watched.set(execution.executionId, {
      ...execution,
      requester,
      tasks: new Map(Object.entries(state.tasks)),
      asked: new Set(),
      calledLookAtMs: -Infinity,
      isGone: new AbortController(),
    });
    void this.run();
  }

  /** Lets an execution go that is awake again, with what was seen of its tasks. */
  release(executionId: string): WaitState | undefined {
    const one = this.watched.get(executionId);
    if (one === undefined) return undefined;
    this.watched.delete(executionId);
    one.isGone.abort(isNotNeeded);
    return { tasks: Object.fromEntries(one.tasks) };
  }

  /**
   * Somebody called the execution: its tasks are looked at now.
   *
   * @param taskId - the task that was named; all are looked at when it is none of them
   * @returns whether the call is to wake the execution: nobody watches it, or its tasks have ended
   */
  lookNow(executionId: string, taskId: string): boolean {
    const one = this.watched.get(executionId);
    if (one === undefined || isOver(one)) return true;
    const nowMs = this.ports.nowMs();
    if (one.calledLookAtMs <= nowMs)
      one.calledLookAtMs = Math.max(nowMs, one.calledLookAtMs + calledLookPauseMs);
    for (const id of one.tasks.has(taskId) ? [taskId] : one.tasks.keys()) {
      const taskWait = one.tasks.get(id)!;
      const nextAskAtMs = Math.min(taskWait.nextAskAtMs, one.calledLookAtMs);
      one.tasks.set(id, { ...taskWait, nextAskAtMs });
    }
    this.startLooks(nowMs);
    return false;
  }

  /** Starts the looks that are due, turn by turn; a later run takes over from an earlier one. */
  private async run(): Promise<void> {
    const run = ++this.runs;
    while (run === this.runs && this.watched.size > 0) {
      const nowMs = this.ports.nowMs();
      for (const { executionId, forgetAtMs } of [...this.watched.values()])
        if (forgetAtMs <= nowMs) this.release(executionId);
      const pauseMs = this.startLooks(nowMs) - nowMs;
      await this.ports.sleep(Math.min(Math.max(pauseMs, turnMs.shortest), turnMs.longest));
    }
  }

  /**
   * Starts the looks that are due, in the order of their times.
   *
   * @returns when the next one is due
   */
  private startLooks(nowMs: number): number {
    const looks = [...this.watched.values()].flatMap(looksOf);
    const due = looks.filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs);
    const later = due.splice(mostStartsAtOnce);
    for (const { one, taskId } of due) void this.look(one, taskId);
    if (later.length > 0) return nowMs;
    return looks.reduce((next, { atMs }) => (atMs > nowMs ? Math.min(next, atMs) : next), Infinity);
  }

  private async look(one: Watched, taskId: string): Promise<void> {
    const { executionId, tasks, asked, settings, isGone } = one;
    asked.add(taskId);
    const answer = await one.requester
      .ask(taskId, isGone.signal)
      .catch((error: unknown): TaskAnswer => ({ kind: 'fault', reason: String(error) }));
    if (isGone.signal.aborted) return;
    asked.delete(taskId);
    tasks.set(
      taskId,
      observeTask(tasks.get(taskId)!, answer, this.ports.nowMs(), settings.intervalMs),
    );
    if (!isOver(one)) return;
    const end = await this.ports.wake(one, one.requester.callN8n);
    // One that is awake here fetches what was seen.
    if (end !== 'awake' && this.watched.get(executionId) === one) this.release(executionId);
  }
}
