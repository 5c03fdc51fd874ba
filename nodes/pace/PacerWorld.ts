/** The world, as a pacer sees it; tests pass their own. */
export interface PacerWorld {
  /** A clock that nobody sets. */
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}
