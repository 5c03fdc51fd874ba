import * as n8n from 'n8n-workflow';

/** How time passes; tests pass their own. */
export interface Clock {
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/** n8n 1 has two such functions, one of which takes no signal; the newest n8n has one that does. */
export const sleep: Clock['sleep'] =
  (n8n as { sleepWithAbort?: Clock['sleep'] }).sleepWithAbort ?? n8n.sleep;

/** Never set back: for what this process alone measures. */
export const steadyClock: Clock = { nowMs: () => performance.now(), sleep };

/** The time of day, for what is stored or shown. */
export const wallClock: Clock = { nowMs: () => Date.now(), sleep };

/** Shared instance: capturing a stack for each request would cost more than the rest of it. */
const finished = new Error('the work is over');

/**
 * A deadline for work, which may extend it while there is progress. Late work is aborted, and no
 * longer awaited: destroying a stream may not end the stream that reads it.
 */
export class Deadline {
  private readonly over = new AbortController();
  /** Aborts at the deadline, and with `stop`. */
  readonly signal: AbortSignal;
  private atMs = 0;

  /** @param late - makes the error for late work */
  constructor(
    durationMs: number,
    private readonly late: () => Error,
    private readonly stop?: AbortSignal,
  ) {
    const { signal } = this.over;
    this.signal = stop === undefined ? signal : AbortSignal.any([signal, stop]);
    this.extend(durationMs);
    this.watch().catch(() => {});
  }

  get isStopped(): boolean {
    return this.stop?.aborted === true;
  }

  /** Puts the deadline off to this long from now, unless it is later already. */
  extend(durationMs: number): void {
    this.atMs = Math.max(this.atMs, performance.now() + durationMs);
  }

  /** @throws when the deadline passes, or `stop` aborts, before the work is done */
  async limit<Result>(work: Promise<Result>): Promise<Result> {
    let giveUp = () => {};
    const late = new Promise<never>((_, reject) => {
      giveUp = () => reject(this.signal.reason as Error);
      if (this.signal.aborted) giveUp();
      this.signal.addEventListener('abort', giveUp);
    });
    return await Promise.race([work, late]).finally(() =>
      this.signal.removeEventListener('abort', giveUp),
    );
  }

  /** Clears the timer, and closes a connection that is still open. */
  end(): void {
    this.over.abort(finished);
  }

  private async watch(): Promise<void> {
    for (let leftMs; (leftMs = this.atMs - performance.now()) > 0;)
      await sleep(leftMs, this.over.signal);
    this.over.abort(this.late());
  }
}
