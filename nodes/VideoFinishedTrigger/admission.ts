/**
 * How much strangers can make one trigger ask. Real callbacks are not counted, so a batch of any
 * size gets through; 120 a minute is a tenth of what a service of 20 requests a second takes.
 */
export const bounds = {
  /** Looks at the service under way at once. */
  atOnce: 10,
  /** Looks in a row that may find no finished task, ... */
  fruitless: 120,
  /** ... and how many more of them each second brings. */
  fruitlessPerSecond: 2,
  /** Calls that wait for their look while the queue moves at the speed of the service, ... */
  waiting: 1_000,
  /** ... and while it does not: the last of them waits for 25 seconds, and few callers for longer. */
  waitingInFlood: 50,
  /** Calls that wait for the look of another call for the same task. */
  sharing: 10,
  /** Callers that are remembered for a finished task. */
  trusted: 100,
};

/** The world, as the queue sees it; tests pass their own. */
export interface Clock {
  nowMs(): number;
  sleep(durationMs: number): Promise<void>;
}

type Decide = (admitted: boolean) => void;

/**
 * Decides which call may look at the service next. Callers take turns, so that a flood from one
 * address leaves room for the service's own calls, and those who last named a finished task come
 * first. Where all calls come from one address, as behind a proxy that n8n does not know of, they
 * are taken in their order.
 */
export class Admission {
  private readonly lanes = new Map<string, Decide[]>();
  private readonly trusted = new Set<string>();
  private waiting = 0;
  private underWay = 0;
  private left = bounds.fruitless;
  private countedAtMs: number;
  private isAsleep = false;

  constructor(private readonly clock: Clock) {
    this.countedAtMs = clock.nowMs();
  }

  /** Whether there is room for second looks, and for ids that were unknown a moment ago. */
  get isCalm(): boolean {
    this.refill();
    return this.waiting === 0 && this.left >= bounds.fruitless / 2;
  }

  /** Whether the next call need not wait for its turn. */
  get isOpen(): boolean {
    this.refill();
    return this.waiting === 0 && this.underWay < bounds.atOnce && this.left >= 1;
  }

  /** When a call that was turned away may find room. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.waiting / bounds.fruitlessPerSecond));
  }

  /**
   * Waits for the caller's turn; each that was admitted has to leave.
   *
   * @param caller - its address
   * @returns false when too many wait
   */
  async enter(caller: string): Promise<boolean> {
    return await new Promise<boolean>((decide) => {
      const lane = this.lanes.get(caller) ?? [];
      lane.push(decide);
      this.lanes.set(caller, lane);
      this.waiting += 1;
      this.admit();
    });
  }

  /**
   * Ends a look.
   *
   * @param found - a finished task; a task that is not finished yet, or no telling; or nothing
   */
  leave(caller: string, found: 'finished' | 'unclear' | 'nothing'): void {
    this.underWay -= 1;
    if (found === 'finished') {
      this.left = Math.min(bounds.fruitless, this.left + 1);
      this.trust(caller);
    }
    if (found === 'nothing') this.trusted.delete(caller);
    this.admit();
  }

  private admit(): void {
    this.refill();
    while (this.waiting > 0 && this.underWay < bounds.atOnce && this.left >= 1) {
      this.left -= 1;
      this.underWay += 1;
      this.takeNext()(true);
    }
    const most = this.left < 1 ? bounds.waitingInFlood : bounds.waiting;
    while (this.waiting > most) this.turnOneAway();
    // The end of a look under way wakes the queue; only for the passing of time it has to sleep.
    if (this.waiting === 0 || this.left >= 1 || this.isAsleep) return;
    this.isAsleep = true;
    const nextInMs = Math.ceil(((1 - this.left) / bounds.fruitlessPerSecond) * 1000);
    void this.clock.sleep(nextInMs).then(() => {
      this.isAsleep = false;
      this.admit();
    });
  }

  private takeNext(): Decide {
    const callers = [...this.lanes.keys()];
    const caller = callers.find((one) => this.trusted.has(one)) ?? callers[0]!;
    const lane = this.lanes.get(caller)!;
    const decide = lane.shift()!;
    // Behind the others, for its next turn.
    this.lanes.delete(caller);
    if (lane.length > 0) this.lanes.set(caller, lane);
    this.waiting -= 1;
    return decide;
  }

  /** Turns away the last call of whoever has most of them waiting. */
  private turnOneAway(): void {
    const [caller, lane] = [...this.lanes].reduce((longest, one) =>
      one[1].length > longest[1].length ? one : longest,
    );
    lane.pop()!(false);
    if (lane.length === 0) this.lanes.delete(caller);
    this.waiting -= 1;
  }

  private trust(caller: string): void {
    this.trusted.delete(caller);
    this.trusted.add(caller);
    const [oldest] = this.trusted;
    if (this.trusted.size > bounds.trusted && oldest !== undefined) this.trusted.delete(oldest);
  }

  private refill(): void {
    const nowMs = this.clock.nowMs();
    const passedMs = Math.max(0, nowMs - this.countedAtMs);
    this.countedAtMs = nowMs;
    this.left = Math.min(
      bounds.fruitless,
      this.left + (passedMs / 1000) * bounds.fruitlessPerSecond,
    );
  }
}
