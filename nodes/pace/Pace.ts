/** So many at once where nothing is known of the account: few enough that a refusal costs little. */
export const firstSize = 16;

/** More connections than this bring one n8n process no more answers per second. */
export const mostAtOnce = 500;

/** So many cost n8n's event loop some four milliseconds; then its executions have their turn. */
export const mostPerTurn = 8;

/** Answers that take longer show a queue inside the service: more at once would only make it longer. */
const lateMs = 2_000;

/** The floor of a pause, doubled by each refusal that follows: `Retry-After: 0` makes no storm. */
const leastPauseMs = 500;

/**
 * Where the service doesn't say when, it is asked this often: the end of its pause is noticed soon. No
 * rate is measured over longer: a pause of an hour would make one a minute, which takes hours to grow.
 */
const longestGuessMs = 10_000;

/** The ceiling of a pause: services count by the second, the minute or the hour. */
const longestPauseMs = 3_600_000;

/** A rate grows by this share each second: it doubles in five, if the service takes it. */
const growthPerSecond = 0.15;

/**
 * How many requests of one kind a service takes, as far as its answers tell: so many at once, and a
 * rate once a refusal has shown one. Both grow while requests are taken.
 */
export class Pace {
  /** When the service's pause is over. */
  pausedUntilMs = -Infinity;
  /** When a request was taken last. */
  takenAtMs = -Infinity;
  private size = firstSize;
  private readonly underWay = new Set<object>();
  private refusedInARow = 0;
  private shrunkAtMs = -Infinity;
  private rate: { perMs: number; nextAtMs: number } | undefined;
  /** What was taken, and since when: from one pause's end to the next one's, that is the rate. */
  private measured = { taken: 0, sinceMs: 0 };

  /** When the next request may go; Infinity where an answer has to come first. */
  get opensAtMs(): number {
    if (this.isFull) return Infinity;
    const rateAtMs = this.isProbing ? -Infinity : (this.rate?.nextAtMs ?? -Infinity);
    return Math.max(this.pausedUntilMs, rateAtMs);
  }

  /** Behind a pause, one request finds out whether it is over. */
  private get isProbing(): boolean {
    return this.refusedInARow > 0;
  }

  private get isFull(): boolean {
    return this.underWay.size >= (this.isProbing ? 1 : Math.floor(this.size));
  }

  /** Nobody wants anything: time that passes now tells nothing of a rate. */
  noteIdle(nowMs: number): void {
    if (this.underWay.size === 0 && !this.isProbing) this.measured = { taken: 0, sinceMs: nowMs };
  }

  noteSent(request: object, nowMs: number): void {
    this.underWay.add(request);
    if (this.rate === undefined) return;
    this.rate.nextAtMs = Math.max(this.rate.nextAtMs, nowMs) + 1 / this.rate.perMs;
  }

  /** The request is over, whatever came of it. */
  noteOver(request: object): void {
    this.underWay.delete(request);
  }

  /** @param mayGrow - whether there is use for more, or for a higher rate */
  noteTaken(sentAtMs: number, nowMs: number, mayGrow: boolean): void {
    // A second at most: while nothing is sent, nothing shows that the service would take more.
    const seconds = Math.min(1, (nowMs - this.takenAtMs) / 1_000);
    this.takenAtMs = nowMs;
    this.measured.taken += 1;
    if (sentAtMs < this.shrunkAtMs) return;
    if (this.isProbing) this.reopen(sentAtMs);
    if (!mayGrow) return;
    if (this.rate !== undefined) this.rate.perMs *= 1 + growthPerSecond * seconds;
    if (nowMs - sentAtMs > lateMs) return;
    // Until something is refused, the size doubles with each round of answers.
    const isOpening = this.shrunkAtMs === -Infinity;
    this.size = Math.min(mostAtOnce, this.size + (isOpening ? 1 : 1 / this.size));
  }

  /** @param saidMs - how long the service asks to be left alone */
  noteRefused(sentAtMs: number, nowMs: number, saidMs = 0): void {
    if (!this.shrink(sentAtMs, nowMs)) return;
    this.refusedInARow += 1;
    // Those still under way may never be answered: the probe waits for none of them.
    this.underWay.clear();
    const guessMs = Math.min(leastPauseMs * 2 ** (this.refusedInARow - 1), longestGuessMs);
    this.pausedUntilMs = nowMs + Math.min(Math.max(guessMs, saidMs), longestPauseMs);
  }

  /** Halves the size, once for all that were under way; returns whether that was not done before. */
  shrink(sentAtMs: number, nowMs: number): boolean {
    if (sentAtMs < this.shrunkAtMs) return false;
    this.shrunkAtMs = nowMs;
    // A probe that is refused says nothing of how many may go at once.
    if (!this.isProbing) this.size = Math.max(1, this.size / 2);
    return true;
  }

  /** A pause is over: what was taken since the last one's end is the rate. */
  private reopen(atMs: number): void {
    // The probe is the first of the next measurement.
    const tookMs = atMs - this.measured.sinceMs;
    const perMs = (this.measured.taken - 1) / tookMs;
    if (tookMs > longestGuessMs) this.rate = undefined;
    else if (perMs > 0) this.rate = { perMs, nextAtMs: atMs };
    this.refusedInARow = 0;
    this.measured = { taken: 1, sinceMs: atMs };
  }
}
