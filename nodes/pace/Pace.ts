/** Requests at once while nothing is known of the account: few enough that a refusal costs little. */
export const firstSize = 16;

/** More connections than this don't get one n8n process more answers per second. */
export const mostAtOnce = 500;

/** So many requests keep n8n's event loop busy for about 4 ms; then its executions have their turn. */
export const mostPerTurn = 8;

/** Slower answers mean that the service queues requests: more at once would only make that longer. */
const lateMs = 2_000;

/** The shortest pause, doubled by each further refusal, so that `Retry-After: 0` causes no storm. */
const leastPauseMs = 500;

/**
 * The longest pause where the service names none, so that its end is noticed soon. It also bounds the
 * time over which a rate is measured: an hour's pause would give one a minute, which takes hours to grow.
 */
const longestGuessMs = 10_000;

/** The longest pause: services count by the second, the minute or the hour. */
const longestPauseMs = 3_600_000;

/** How much a rate grows per second: it doubles in five, if the service goes along. */
const growthPerSecond = 0.15;

/**
 * How many requests of one kind the service seems to take: at once, and, after the first refusal, per
 * second. Both grow while requests are taken.
 */
export class Pace {
  pausedUntilMs = -Infinity;
  /** When a request was last taken. */
  takenAtMs = -Infinity;
  private size = firstSize;
  private readonly underWay = new Set<object>();
  private refusedInARow = 0;
  private shrunkAtMs = -Infinity;
  private rate: { perMs: number; nextAtMs: number } | undefined;
  /** What was taken since the last pause ended; at the end of the next one, that gives the rate. */
  private measured = { taken: 0, sinceMs: 0 };

  /** When the next request may go; Infinity where an answer has to come first. */
  get opensAtMs(): number {
    if (this.isFull) return Infinity;
    const rateAtMs = this.isProbing ? -Infinity : (this.rate?.nextAtMs ?? -Infinity);
    return Math.max(this.pausedUntilMs, rateAtMs);
  }

  /** After a pause, a single request finds out whether it is over. */
  private get isProbing(): boolean {
    return this.refusedInARow > 0;
  }

  private get isFull(): boolean {
    return this.underWay.size >= (this.isProbing ? 1 : Math.floor(this.size));
  }

  /** No request was waiting: the time that has passed says nothing about the rate. */
  noteIdle(nowMs: number): void {
    if (this.underWay.size === 0 && !this.isProbing) this.measured = { taken: 0, sinceMs: nowMs };
  }

  noteSent(request: object, nowMs: number): void {
    this.underWay.add(request);
    if (this.rate === undefined) return;
    this.rate.nextAtMs = Math.max(this.rate.nextAtMs, nowMs) + 1 / this.rate.perMs;
  }

  noteOver(request: object): void {
    this.underWay.delete(request);
  }

  /** @param mayGrow - whether requests are waiting that a faster pace would send */
  noteTaken(sentAtMs: number, nowMs: number, mayGrow: boolean): void {
    // A second at most: nothing was sent meanwhile to show that the service would take more.
    const seconds = Math.min(1, (nowMs - this.takenAtMs) / 1_000);
    this.takenAtMs = nowMs;
    this.measured.taken += 1;
    if (sentAtMs < this.shrunkAtMs) return;
    if (this.isProbing) this.reopen(sentAtMs);
    if (!mayGrow) return;
    if (this.rate !== undefined) this.rate.perMs *= 1 + growthPerSecond * seconds;
    if (nowMs - sentAtMs > lateMs) return;
    // Until the first refusal, the size doubles with each round of answers.
    const isOpening = this.shrunkAtMs === -Infinity;
    this.size = Math.min(mostAtOnce, this.size + (isOpening ? 1 : 1 / this.size));
  }

  /** @param saidMs - how long the service asks to be left alone */
  noteRefused(sentAtMs: number, nowMs: number, saidMs = 0): void {
    if (!this.shrink(sentAtMs, nowMs)) return;
    this.refusedInARow += 1;
    // Requests still under way may never be answered: the probe doesn't wait for them.
    this.underWay.clear();
    const guessMs = Math.min(leastPauseMs * 2 ** (this.refusedInARow - 1), longestGuessMs);
    this.pausedUntilMs = nowMs + Math.min(Math.max(guessMs, saidMs), longestPauseMs);
  }

  /** Halves the size, once for all that were under way. @returns whether this was the first of them */
  shrink(sentAtMs: number, nowMs: number): boolean {
    if (sentAtMs < this.shrunkAtMs) return false;
    this.shrunkAtMs = nowMs;
    // A refused probe says nothing about how many may go at once.
    if (!this.isProbing) this.size = Math.max(1, this.size / 2);
    return true;
  }

  /** The pause is over. What was taken since the last one gives the rate, without the probe. */
  private reopen(atMs: number): void {
    const tookMs = atMs - this.measured.sinceMs;
    const perMs = (this.measured.taken - 1) / tookMs;
    if (tookMs > longestGuessMs) this.rate = undefined;
    else if (perMs > 0) this.rate = { perMs, nextAtMs: atMs };
    this.refusedInARow = 0;
    this.measured = { taken: 1, sinceMs: atMs };
  }
}
