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
