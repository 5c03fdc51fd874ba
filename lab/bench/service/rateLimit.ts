/** A bucket that refills with time; holds one second's worth of requests. */
export class RateLimit {
  private readonly perSecond: number;
  private left: number;
  private atMs = 0;

  /** @param perSecond - without it nothing is refused */
  constructor(perSecond = Infinity) {
    this.perSecond = perSecond;
    this.left = perSecond;
  }

  /** Takes one request out, or says that there is none left. */
  take(nowMs: number): boolean {
    if (this.perSecond === Infinity) return true;
    const refill = ((nowMs - this.atMs) / 1000) * this.perSecond;
    this.left = Math.min(this.perSecond, this.left + refill);
    this.atMs = nowMs;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
