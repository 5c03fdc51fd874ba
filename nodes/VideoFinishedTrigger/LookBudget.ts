/** What the callers of one trigger can cause in one process of n8n. */
export const bounds = {
  /** Looks at the service at once. */
  atOnce: 10,
  /** Looks in any minute, but for those that came to the first end of a task, ... */
  perMinute: 120,
  /** ... and how many of them for one caller, so that a flood leaves room for the service's calls. */
  perMinuteAndCaller: 60,
  /** Calls that wait for their look; n8n sets aside some 10 MB for each. */
  waiting: 100,
};

/** One look that counts. */
export type Look = { caller: string; atMs: number };

/** Bounds the looks at the service that the callers of one trigger cause. */
export class LookBudget {
  private counted: Look[] = [];
  private underWay = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param nowMs - a clock that never steps back */
  constructor(private readonly nowMs = () => performance.now()) {}

  /** Runs what may be a look in its turn. @returns undefined when too many wait */
  async inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.waiting.length >= bounds.waiting) return undefined;
    if (this.underWay < bounds.atOnce) this.underWay += 1;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.underWay -= 1;
    }
  }

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
