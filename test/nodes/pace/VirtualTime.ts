interface Timer {
  atMs: number;
  fire(): void;
}

/** Time that passes only when everybody sleeps. */
export class VirtualTime {
  private ms = 0;
  private readonly timers = new Set<Timer>();

  readonly nowMs = () => this.ms;

  readonly sleep = (durationMs: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = { atMs: this.ms + Math.max(0, durationMs), fire: resolve };
      this.timers.add(timer);
      signal?.addEventListener('abort', () => {
        this.timers.delete(timer);
        reject(signal.reason as Error);
      });
    });

  /** Timers that nobody has cleared. */
  get pending(): number {
    return this.timers.size;
  }

  /** Lets time pass until this time, or until nobody sleeps any more. */
  async passUntil(untilMs = Infinity): Promise<void> {
    for (;;) {
      // A macrotask later every promise that could settle has settled.
      await new Promise((resolve) => setImmediate(resolve));
      let next: Timer | undefined;
      for (const timer of this.timers) if (!next || timer.atMs < next.atMs) next = timer;
      if (next === undefined || next.atMs > untilMs) break;
      this.timers.delete(next);
      this.ms = Math.max(this.ms, next.atMs);
      next.fire();
    }
    if (untilMs < Infinity) this.ms = untilMs;
  }

  /** n8n's one thread is held up: time passes, and nobody gets to do anything. */
  holdUp(durationMs: number): void {
    this.ms += durationMs;
  }
}
