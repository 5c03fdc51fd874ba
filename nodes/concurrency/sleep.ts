import * as n8n from 'n8n-workflow';

type Sleep = (durationMs: number, signal?: AbortSignal) => Promise<void>;

/**
 * Resolves after the time; rejects as soon as the signal aborts. n8n 1 has two such functions, of which
 * one knows no signal, and the newest n8n one.
 */
export const sleep: Sleep = (n8n as { sleepWithAbort?: Sleep }).sleepWithAbort ?? n8n.sleep;

/** Shared instance: capturing a stack for each request would cost more than the rest of it. */
const finished = new Error('the work is over');

/**
 * A time by which work has to be over, or to show that it goes on. What is late is broken off by the
 * signal, and waited for no longer: a stream within a stream may not end by being destroyed.
 */
export class Deadline {
  private readonly over = new AbortController();
  /** Aborts with the reason when the time has come, and with another signal. */
  readonly signal: AbortSignal;
  private atMs = 0;

  /** @param late - makes what to throw when the time has come */
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

  /** Whether the other signal came first. */
  get isStopped(): boolean {
    return this.stop?.aborted === true;
  }

  /** Sets the time anew, from now on. */
  extend(durationMs: number): void {
    this.atMs = Math.max(this.atMs, performance.now() + durationMs);
  }

  /** What the work comes to, in time. */
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

  /** Lets go of the time, and of a connection that is still open. */
  end(): void {
    this.over.abort(finished);
  }

  private async watch(): Promise<void> {
    for (let leftMs; (leftMs = this.atMs - performance.now()) > 0;)
      await sleep(leftMs, this.over.signal);
    this.over.abort(this.late());
  }
}
