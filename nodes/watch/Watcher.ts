import type { Caller, Sleeper, WakingPorts } from '../call/Waker';
import { Poll, type WaitPorts } from '../look/Poll';
import type { WaitState } from '../look/WaitState';

/** What can still be sent when the execution that lent it has been put to sleep. */
export interface Requester {
  /** Names the account whose credential it has, without telling its key. */
  account: string;
  /** Asks the service for a task, with the credential as it was when the execution fell asleep. */
  ask: WaitPorts['ask'];
  callN8n: Caller;
}

interface Watched {
  sleeper: Sleeper;
  /** Of the newest execution of the account: its credential is the likeliest to hold. */
  requester: Requester;
  poll: Poll;
  /** Aborted when it is let go. */
  gone: AbortController;
}

/**
 * Looks at the tasks of all sleeping executions in this process, and calls those whose tasks have
 * ended. Holds nothing that may not be lost: n8n's timer wakes whoever is not called.
 */
export class Watcher {
  private readonly watched = new Map<string, Watched>();

  constructor(private readonly ports: WakingPorts) {}

  /**
   * Watches over an execution that n8n has stored asleep: before that, it cannot be called.
   *
   * @param requester - asks for everyone of the account from now on
   */
  watch(sleeper: Sleeper, state: WaitState, intervalMs: number, requester: Requester): void {
    for (const other of this.watched.values())
      if (other.requester.account === requester.account) other.requester = requester;
    const gone = new AbortController();
    const ask: WaitPorts['ask'] = async (...look) => await one.requester.ask(...look);
    const poll = new Poll(state, intervalMs, { ...this.ports, ask, signal: gone.signal });
    const one: Watched = { sleeper, requester, poll, gone };
    this.watched.set(sleeper.executionId, one);
    // It ends without when it is let go.
    void this.callWhenOver(one).catch(() => {});
  }

  /** Lets an execution go that is awake again, with what was seen of its tasks. */
  release(executionId: string): WaitState | undefined {
    const one = this.watched.get(executionId);
    this.watched.delete(executionId);
    one?.gone.abort();
    return one?.poll.state;
  }

  /**
   * Somebody called the execution: its tasks are looked at now.
   *
   * @param taskId - the task that was named; all are looked at when it is none of them
   * @returns whether the call is to wake the execution: nobody watches it, or its tasks have ended
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
    // One that is awake here fetches what was seen.
    const { executionId } = one.sleeper;
    if (end !== 'awake' && this.watched.get(executionId) === one) this.release(executionId);
  }
}
