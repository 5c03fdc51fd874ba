import { sleep } from '../concurrency/sleep';
import { Gate, type GateWorld } from './Gate';
import { longestPauseMs } from './Limit';

/** The gates of one process, by account; one that nobody used for an hour is forgotten. */
export class Gates {
  private readonly byAccount = new Map<string, Gate>();

  constructor(private readonly world: GateWorld) {}

  get size(): number {
    return this.byAccount.size;
  }

  /** @param account - its name, which does not tell its key */
  of(account: string): Gate {
    for (const [name, gate] of this.byAccount) if (this.isOver(gate)) this.byAccount.delete(name);
    const gate = this.byAccount.get(account) ?? new Gate(this.world);
    this.byAccount.set(account, gate);
    return gate;
  }

  /** Starts anew with all accounts, as a new process would. */
  forgetAll(): void {
    this.byAccount.clear();
  }

  private isOver(gate: Gate): boolean {
    return gate.isIdle && this.world.nowMs() - gate.activeAtMs > longestPauseMs;
  }
}

/** Those of this process. */
export const gates = new Gates({ nowMs: () => performance.now(), sleep });
