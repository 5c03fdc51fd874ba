/** How an alarm tells the time and passes it. */
export interface AlarmWorld {
  nowMs(): number;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>;
}

/** Timers cannot be set further ahead than 24 days; looking again each day costs nothing. */
const longestSleepMs = 24 * 60 * 60_000;

/** Shared instance: capturing its stack takes longer than all else. */
const isWantedEarlier = new Error('something is wanted earlier');

/** The sleep of a loop, which news may cut short. Setting it earlier costs nothing while it is awake. */
export class Alarm {
  private wakeAtMs = -Infinity;
  private early = new AbortController();

  constructor(private readonly world: AlarmWorld) {}

  /** Resolves at the time, or when `wakeBy` asks for an earlier one. May resolve too early. */
  async sleepUntil(atMs: number): Promise<void> {
    this.wakeAtMs = atMs;
    this.early = new AbortController();
    const durationMs = Math.min(Math.max(atMs - this.world.nowMs(), 0), longestSleepMs);
    await this.world.sleep(durationMs, this.early.signal).catch(() => {});
    this.wakeAtMs = -Infinity;
  }

  /** Ends the sleep now if it would last longer than that. */
  wakeBy(atMs: number): void {
    if (atMs < this.wakeAtMs) this.early.abort(isWantedEarlier);
  }

  wake(): void {
    this.wakeBy(-Infinity);
  }
}
