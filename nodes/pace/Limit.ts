import type { RequestKind } from './urgency';

/** So many go in one turn of n8n's event loop: each costs it about half a millisecond. */
export const mostPerTurn = 8;

/** Of an account of which nothing is known: two turns, few enough that a refusal costs little. */
export const firstSize = 2 * mostPerTurn;

/** More connections than this bring one n8n process no more answers per second. */
export const mostAtOnce = 500;

/** Answers that take longer than this are late: one request tries whether the service answers. */
export const trialMs = 2_000;

/** The floor of a pause, which grows by half with each refusal that follows: `Retry-After: 0`. */
const leastPauseMs = 500;

/** Where the service does not say when, it is asked this often: the end of its pause is noticed soon. */
const longestGuessMs = 10_000;

/** The ceiling of a pause: services count by the second, the minute or the hour. */
export const longestPauseMs = 3_600_000;

/** A rate grows by at most this share each second: it doubles in four, if the service takes it. */
const growthPerSecond = 0.2;

/** A request under way. */
export interface Pass {
  readonly kind: RequestKind;
  readonly limit: Limit;
  readonly sentAtMs: number;
}

interface Rate {
  perMs: number;
  /** What it leaves unused for this long may go at once. */
  spareMs: number;
  nextAtMs: number;
  /** When it last grew. */
  grownAtMs: number;
  /** It was never refused: it is a lower bound, and grows fast. */
  isFirst: boolean;
}

/**
 * How much a service takes, as far as its answers tell: so many requests at once, and a rate once a
 * refusal has shown one. Both grow while requests are taken, and shrink when one is refused.
 */
export class Limit {
  private size = firstSize;
  /** Nothing has been refused yet: it doubles with each round of answers. */
  private isOpening = true;
  private readonly underWay = new Set<Pass>();
  /** How many places were given away in a row because nobody answered. */
  private silences = 0;
  private newsAtMs: number;
  private readonly quickestMs = { create: Infinity, look: Infinity };
  private refusedInARow = 0;
  private refusedAtMs = -Infinity;
  private pausedAtMs = 0;
  private brokeAtMs = -Infinity;
  private rate: Rate | undefined;
  /** What was taken, since when: from one pause's end to the next one's, that is the rate. */
  private readonly measured: { taken: number; sinceMs: number };

  constructor(nowMs: number) {
    this.newsAtMs = nowMs;
    this.measured = { taken: 0, sinceMs: nowMs };
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  /** When the next request may go, if no answer comes before. */
  get opensAtMs(): number {
    const isFull = this.underWay.size >= this.places;
    const roomAtMs = isFull ? this.newsAtMs + trialMs * 2 ** this.silences : -Infinity;
    const isProbing = this.refusedInARow > 0;
    return Math.max(roomAtMs, isProbing ? -Infinity : (this.rate?.nextAtMs ?? -Infinity));
  }

  /** Behind a pause, one request finds out whether it is over. */
  private get places(): number {
    return this.refusedInARow > 0 ? 1 : Math.floor(this.size);
  }

  /** Nobody wants anything: time that passes now tells nothing of a rate. */
  noteIdle(nowMs: number): void {
    if (!this.isIdle || this.refusedInARow > 0) return;
    this.measured.taken = 0;
    this.measured.sinceMs = nowMs;
  }

  depart(pass: Pass): void {
    const { sentAtMs } = pass;
    if (this.underWay.size >= this.places) {
      const [oldest] = this.underWay;
      this.underWay.delete(oldest!);
      this.silences += 1;
    }
    this.underWay.add(pass);
    this.newsAtMs = sentAtMs;
    if (this.rate === undefined) return;
    const { nextAtMs, spareMs, perMs } = this.rate;
    this.rate.nextAtMs = Math.max(nextAtMs, sentAtMs - spareMs) + 1 / perMs;
  }

  /** The request is over, whatever came of it. */
  leave(pass: Pass): void {
    this.underWay.delete(pass);
  }

  /** @param isWanted - whether somebody waits for a place */
  noteTaken(pass: Pass, nowMs: number, isWanted: boolean): void {
    const { kind, sentAtMs } = pass;
    this.noteAnswer(nowMs);
    this.measured.taken += 1;
    if (sentAtMs < this.refusedAtMs) return;
    if (this.refusedInARow > 0) this.reopen(sentAtMs);
    const tookMs = nowMs - sentAtMs;
    this.quickestMs[kind] = Math.min(this.quickestMs[kind], tookMs);
    if (this.rate) this.raise(this.rate, nowMs);
    // Later answers mean a queue inside the service.
    const isLate = tookMs > Math.max(trialMs, 2 * this.quickestMs[kind]);
    if (isLate || !isWanted) return;
    this.size = Math.min(mostAtOnce, this.size + (this.isOpening ? 1 : 1 / this.size));
  }

  /** @returns how long the service is to be left alone */
  noteRefused(pass: Pass, nowMs: number, toldMs = 0, random = 0.5): number {
    this.noteAnswer(nowMs);
    // Sent before the pause, it says nothing new.
    if (pass.sentAtMs < this.refusedAtMs) return 0;
    this.refusedAtMs = nowMs;
    if (this.refusedInARow === 0) {
      this.pausedAtMs = nowMs;
      this.narrow();
    }
    this.refusedInARow += 1;
    // Those still under way may never be answered: the probe waits for none of them.
    this.underWay.clear();
    const guessMs = leastPauseMs * 1.5 ** (this.refusedInARow - 1);
    const pauseMs = Math.min(guessMs, longestGuessMs) * (0.75 + random / 2);
    return Math.max(pauseMs, Math.min(toldMs, longestPauseMs));
  }

  /** A connection broke, or an answer never came: fewer at once, once for all that were under way. */
  noteBroken(pass: Pass, nowMs: number): void {
    if (pass.sentAtMs < this.brokeAtMs) return;
    this.brokeAtMs = nowMs;
    this.narrow();
  }

  private noteAnswer(nowMs: number): void {
    this.newsAtMs = nowMs;
    this.silences = 0;
  }

  private narrow(): void {
    this.size = Math.max(1, this.size / 2);
    this.isOpening = false;
  }

  /** A pause is over: what was taken since the last one's end is the rate. */
  private reopen(atMs: number): void {
    const { taken, sinceMs } = this.measured;
    // The probe is the first of the next measurement.
    const perMs = (taken - 1) / (atMs - sinceMs);
    const before = this.rate;
    const pauseMs = atMs - this.pausedAtMs;
    // A limit by the minute or the hour takes at once what a pause has brought.
    const spareMs = pauseMs > 2 * trialMs ? pauseMs : 0;
    if (taken > 1)
      this.rate = {
        // The rate that was refused is too high, and the one that came out too low.
        perMs: before ? (before.perMs + perMs) / 2 : perMs,
        spareMs,
        nextAtMs: atMs - spareMs,
        grownAtMs: atMs,
        isFirst: before === undefined,
      };
    this.refusedInARow = 0;
    this.measured.taken = 1;
    this.measured.sinceMs = atMs;
  }

  /** Slowly near the rate that was refused, and faster the longer nothing is: CUBIC's curve. */
  private raise(rate: Rate, nowMs: number): void {
    const quietSeconds = (nowMs - this.measured.sinceMs) / 1000;
    const share = rate.isFirst ? 1 : Math.min(1, (quietSeconds / 10) ** 2);
    const seconds = Math.min(1, (nowMs - rate.grownAtMs) / 1000);
    rate.perMs *= 1 + growthPerSecond * share * seconds;
    rate.grownAtMs = nowMs;
  }
}
