import { sleep } from '../concurrency/sleep';
import { forgetAfterMs } from './pace';
import { Pacer } from './Pacer';
import type { PacerWorld } from './PacerWorld';

/** The pacers of one process, by account; an account that is not used any more is forgotten. */
export class Pacers {
  private readonly byAccount = new Map<string, Pacer>();

  constructor(private readonly world: PacerWorld) {}

  get size(): number {
    return this.byAccount.size;
  }

  /**
   * Asked for each request anew: what was learned does not count for ever.
   *
   * @param account - its name, which does not tell its key
   */
  of(account: string): Pacer {
    const known = this.byAccount.get(account);
    if (known !== undefined && !this.isOver(known)) return known;
    for (const [name, pacer] of this.byAccount) if (this.isOver(pacer)) this.byAccount.delete(name);
    const pacer = new Pacer(this.world);
    this.byAccount.set(account, pacer);
    return pacer;
  }

  /** Starts anew with all accounts, as a new process would. */
  forgetAll(): void {
    this.byAccount.clear();
  }

  private isOver({ queued, underWay, activeAtMs }: Pacer): boolean {
    return queued + underWay === 0 && this.world.nowMs() - activeAtMs > forgetAfterMs;
  }
}

/** Those of this process. */
export const pacers = new Pacers({ nowMs: () => performance.now(), sleep });
