import { setNewest } from '../memory/setNewest';
import type { FinalStatus } from '../tasks/endOf';

const mostKnown = 10_000;
/** n8n stores them with the workflow, all of them anew at each start. */
const mostStored = 1_000;
/** A workflow that fails could be run for ever by whoever knows the URL and the ID of a task. */
export const mostStarts = 10;

export type Reply = ReturnType<typeof reply>;

/** An answer to a call: 5xx, 409 or 429 when a later call may succeed. */
export const reply = (httpStatus: number, message: string, retryAfterSeconds?: number) => ({
  httpStatus,
  message,
  retryAfterSeconds,
});

/** What decides whether a call may start the workflow. */
export interface StartConditions {
  /** The statuses that the workflow starts for. */
  wanted: readonly string[];
  /** What n8n has stored for the node. */
  stored: { ids?: readonly string[] };
  /** n8n's answer to a caller who waits for the workflow's end: it tells how that ended. */
  answer?: { writableEnded: boolean; statusCode: number };
}

/** A task that has ended, which never changes. */
interface Known {
  status: FinalStatus;
  starts: number;
  /** It has started the workflow, and needs no other start. */
  isDone: boolean;
}

/** The ended tasks that one trigger was called about, so that each starts it once. */
export class KnownTasks {
  private readonly known = new Map<string, Known>();
  /** Answers that n8n has not given yet; each keeps its whole call in memory. */
  private readonly running = new Map<string, NonNullable<StartConditions['answer']>>();
  /** Oldest first. Calls that come together overwrite each other in what n8n stores, but not here. */
  private started: string[] = [];

  /** How to answer a call that must not start the workflow. */
  whyNot(taskId: string, { wanted, stored }: StartConditions): Reply | undefined {
    for (const [runningId, { writableEnded, statusCode }] of this.running) {
      if (!writableEnded) continue;
      this.running.delete(runningId);
      const ended = this.known.get(runningId);
      if (ended) ended.isDone = statusCode < 300;
    }
    if (this.running.has(taskId))
      return reply(503, 'The workflow is running for this task, and may still fail');
    const known = this.known.get(taskId);
    if (known?.isDone || stored.ids?.includes(taskId))
      return reply(200, 'The workflow has already run for this task');
    if (known === undefined) return undefined;
    if (known.starts >= mostStarts)
      return reply(429, 'The workflow has failed too often for this task');
    return wanted.includes(known.status)
      ? undefined
      : reply(200, 'This workflow doesn’t start for this result');
  }

  /** @returns whether it was not known that the task has ended */
  end(taskId: string, status: FinalStatus): boolean {
    if (this.known.has(taskId)) return false;
    setNewest(this.known, taskId, { status, starts: 0, isDone: false }, mostKnown);
    return true;
  }

  /**
   * Notes that an ended task starts the workflow. Where the caller is answered at the end, n8n stores
   * nothing of it: a later call is to start the workflow again if it failed or n8n was killed.
   */
  start(taskId: string, { stored, answer }: StartConditions): void {
    const known = this.known.get(taskId)!;
    known.starts += 1;
    if (answer !== undefined) return void this.running.set(taskId, answer);
    known.isDone = true;
    const ids = new Set([...(stored.ids ?? []), ...this.started, taskId]);
    this.started = [...ids].slice(-mostStored);
    // A new array each time, or n8n does not notice the change and does not store it.
    stored.ids = this.started;
  }
}

/**
 * How many looks at the service the callers of one trigger can cause per minute and process. It also
 * bounds the calls that are under way, for each of which n8n sets aside some 10 MB.
 */
export const bounds = {
  perMinute: 120,
  /** A flood from one address leaves room for the service's own calls. */
  perMinuteAndCaller: 60,
};

export type Look = { caller: string; atMs: number };

/** Counts the looks that the callers of one trigger cause. */
export class LookBudget {
  private counted: Look[] = [];

  /** @param nowMs - a clock that is never set back */
  constructor(private readonly nowMs = () => performance.now()) {}

  /** @returns undefined when there were too many looks in the last minute */
  count(caller: string): Look | undefined {
    const atMs = this.nowMs();
    this.counted = this.counted.filter((look) => atMs - look.atMs < 60_000);
    const ofCaller = this.counted.filter((look) => look.caller === caller);
    if (this.counted.length >= bounds.perMinute || ofCaller.length >= bounds.perMinuteAndCaller)
      return undefined;
    const look = { caller, atMs };
    this.counted.push(look);
    return look;
  }

  /** Looks that found a task ended for the first time don't count, so a batch of any size gets through. */
  takeBack(looks: readonly Look[]): void {
    this.counted = this.counted.filter((look) => !looks.includes(look));
  }
}
