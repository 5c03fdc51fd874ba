import type { Caller, Sleeper, WakingPorts } from '../call/Waker';
import { Poll, type WaitPorts } from '../look/Poll';
import type { WaitState } from '../look/WaitState';

/** Sends requests for an execution that has fallen asleep. */
export interface Requester {
  /** See `accountKey`. */
  account: string;
  /** Uses the credential as it was when the execution fell asleep. */
  ask: WaitPorts['ask'];
  callN8n: Caller;
}

interface Watched {
  sleeper: Sleeper;
  /** Of the account's newest execution: its credential is the likeliest to be valid. */
  requester: Requester;
  poll: Poll;
  /** Aborts when the execution is released. */
  gone: AbortController;
}

/**
 * Looks at the tasks of all executions that fell asleep in this process, and calls those whose tasks have
 * ended. May be lost at any time: n8n's timer wakes whoever isn't called.
 */
export class Watcher {
  private readonly watched = new Map<string, Watched>();

  constructor(private readonly ports: WakingPorts) {}

  /**
   * Watches an execution that n8n has stored asleep: before that, it can't be called.
   *
   * @param requester - asks for all executions of its account from now on
   */
  watch(sleeper: Sleeper, state: WaitState, intervalMs: number, requester: Requester): void {
    for (const other of this.watched.values())
      if (other.requester.account === requester.account) other.requester = requester;
    const gone = new AbortController();
    const ask: WaitPorts['ask'] = async (...look) => await one.requester.ask(...look);
    const poll = new Poll(state, intervalMs, { ...this.ports, ask, signal: gone.signal });
    const one: Watched = { sleeper, requester, poll, gone };
    this.watched.set(sleeper.executionId, one);
    // Rejects when the execution is released.
    void this.callWhenOver(one).catch(() => {});
  }

  /** Stops watching an execution that is awake again. @returns what was seen of its tasks */
  release(executionId: string): WaitState | undefined {
    const one = this.watched.get(executionId);
    this.watched.delete(executionId);
    one?.gone.abort();
    return one?.poll.state;
  }

  /**
   * Looks at the tasks of an execution that was called.
   *
   * @param taskId - see {@link Poll.lookNow}
   * @returns whether the call is to wake the execution: it isn't watched, or its tasks have ended
   */
  lookNow(executionId: string, taskId: string): boolean {
    const poll = this.watched.get(executionId)?.poll;
    if (poll === undefined || poll.isOver) return true;
    poll.lookNow(taskId);
    return false;
  }

  private async callWhenOver(one: Watched): Promise<void> {
    await one.poll.run();
    const end = await this.ports.wake(one.sleeper, one.requester.callN8n);
    // An execution that is awake here fetches what was seen.
    const { executionId } = one.sleeper;
    if (end !== 'awake' && this.watched.get(executionId) === one) this.release(executionId);
  }
}
