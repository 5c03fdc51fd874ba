import { setNewest } from '../memory/setNewest';
import type { FinalStatus } from '../tasks/endOf';

/** In this process, ... */
const mostKnown = 10_000;
/** ... and with the workflow, where n8n stores all of them anew with each start. */
const mostStored = 1_000;
/** Whoever knows the URL and a task's ID could run a workflow that fails over and over. */
export const mostStarts = 10;

export type Reply = ReturnType<typeof reply>;

/** How to answer a call: with 5xx, 409 or 429 when a later one may do better. */
export const reply = (httpStatus: number, message: string, retryAfterSeconds?: number) => ({
  httpStatus,
  message,
  retryAfterSeconds,
});

/** What decides whether a call may start the workflow. */
export interface StartConditions {
  /** The results that the workflow starts for. */
  wanted: readonly string[];
  /** What n8n has stored for the node. */
  stored: { ids?: readonly string[] };
  /**
   * Where the caller is answered at the end of the workflow: n8n's answer, which tells how that ended,
   * also when the caller has left.
   */
  answer?: { writableEnded: boolean; statusCode: number };
}

/** A task that has ended: that never changes, so nobody need look at it again. */
interface Known {
  status: FinalStatus;
  starts: number;
  /** Whether it has started the workflow for good. */
  isDone: boolean;
}

/** The tasks that one trigger was called about and that have ended, so that each starts it once. */
export class KnownTasks {
  private readonly known = new Map<string, Known>();
  /** The answers that n8n has not given yet: each holds all of its call. */
  private readonly running = new Map<string, NonNullable<StartConditions['answer']>>();
  /** Calls that come together overwrite each other in what n8n stores; here is all, oldest first. */
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

  /** Remembers how a task ended. @returns whether that is new */
  end(taskId: string, status: FinalStatus): boolean {
    if (this.known.has(taskId)) return false;
    setNewest(this.known, taskId, { status, starts: 0, isDone: false }, mostKnown);
    return true;
  }

  /**
   * Remembers that a task that has ended starts the workflow, and has n8n store it. Where the caller
   * is answered at the end, a later call can start it again if it failed; so that is remembered only
   * here: what a kill cut off must not count as started.
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
 * Looks at the service that the callers of one trigger can cause in one process of n8n in any minute,
 * but for those that came to the first end of a task. So no more calls are under way: n8n sets aside
 * some 10 MB for each.
 */
export const bounds = {
  perMinute: 120,
  /** For one caller, so that a flood leaves room for the service's calls. */
  perMinuteAndCaller: 60,
};

/** One look that counts. */
export type Look = { caller: string; atMs: number };

/** Bounds the looks at the service that the callers of one trigger cause. */
export class LookBudget {
  private counted: Look[] = [];

  /** @param nowMs - a clock that never steps back */
  constructor(private readonly nowMs = () => performance.now()) {}

  /** Counts a look. @returns undefined when there were too many in the last minute */
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

  /** Takes back looks that came to the first end of a task: a batch of any size gets through. */
  takeBack(looks: readonly Look[]): void {
    this.counted = this.counted.filter((look) => !looks.includes(look));
  }
}
