import type { OwnAddresses } from '../n8n/ownAddresses';
import type { Caller } from '../call/requester';
import { callExecution } from '../call/callExecution';
import { askState } from '../call/askState';

/** A sleeper whom nobody watches over. */
interface Orphan {
  addresses: OwnAddresses;
  /** Known from the list of a root only, and may be a root itself. */
  isListed: boolean;
  /** Called and not come: it is called again then, if it still sleeps. */
  againAtMs: number;
  comesWithinMs: number;
}

/** What one is told that is called because a root has listed it. A root comes by its own timer then. */
export const listedCall = { listed: true };

// One that was called is waited for, so that they come one after another.
const arrivalMs = 2_000;

// n8n may have failed to start it; with a limit of executions, it may have to queue.
const firstComesWithinMs = 30_000;
const longestComesWithinMs = 10 * 60_000;

const callsAtOnce = 4;

/** n8n could not be asked; a proxy before it may be late, or away for a while. */
const unknownPausesMs = { shortest: 5_000, longest: 30_000 };

export interface OrphansWorld {
  nowMs(): number;
  /** Resolves after the time. */
  sleep(durationMs: number): Promise<void>;
}

/** Sleepers of an earlier process, and those that went back to sleep: they are called until they come. */
export class Orphans {
  private readonly orphans = new Map<string, Orphan>();
  private readonly arrivals = new Map<string, () => void>();
  private isCalling = false;
  private caller: Caller | undefined;

  constructor(private readonly world: OrphansWorld) {}

  get size(): number {
    return this.orphans.size;
  }

  addresses(): Array<[executionId: string, addresses: OwnAddresses]> {
    return [...this.orphans].map(([id, { addresses }]) => [id, addresses]);
  }

  /** The execution is awake, or over. */
  arrive(executionId: string): void {
    this.orphans.delete(executionId);
    this.arrivals.get(executionId)?.();
  }

  /** Calls those that a root has listed. */
  adopt(
    listed: ReadonlyArray<[executionId: string, addresses: OwnAddresses]>,
    caller: Caller,
  ): void {
    this.caller = caller;
    for (const [id, addresses] of listed) if (!this.orphans.has(id)) this.add(id, addresses, true);
    void this.callAll();
  }

  /** Calls one execution that sleeps, until it has come. */
  bringHome(executionId: string, addresses: OwnAddresses, caller: Caller): void {
    this.caller = caller;
    this.add(executionId, addresses, false);
    void this.callAll();
  }

  private add(executionId: string, addresses: OwnAddresses, isListed: boolean): void {
    const comesWithinMs = firstComesWithinMs;
    this.orphans.set(executionId, { addresses, isListed, againAtMs: -Infinity, comesWithinMs });
  }

  private async callAll(): Promise<void> {
    if (this.isCalling) return;
    this.isCalling = true;
    try {
      let pauseMs = unknownPausesMs.shortest;
      while (this.orphans.size > 0) {
        const queue = [...this.orphans];
        const lane = async () => {
          for (let next = queue.shift(); next !== undefined; next = queue.shift())
            // Where one can't be asked, nobody can.
            if (!(await this.callOne(...next))) queue.length = 0;
        };
        await Promise.all(Array.from({ length: callsAtOnce }, lane));
        if (this.orphans.size > 0) await this.world.sleep(pauseMs);
        pauseMs = Math.min(2 * pauseMs, unknownPausesMs.longest);
      }
    } finally {
      this.isCalling = false;
    }
  }

  /** @returns whether n8n could be asked */
  private async callOne(executionId: string, orphan: Orphan): Promise<boolean> {
    const isOrphan = () => this.orphans.get(executionId) === orphan;
    if (!isOrphan() || this.world.nowMs() < orphan.againAtMs) return true;
    const state = await askState(this.caller!, orphan.addresses);
    if (state === 'unknown') return false;
    if (!isOrphan()) return true;
    if (state !== 'asleep') {
      this.orphans.delete(executionId);
      return true;
    }
    const arrived = new Promise<void>((resolve) => this.arrivals.set(executionId, resolve));
    const { resumeUrl } = orphan.addresses;
    const body = orphan.isListed ? listedCall : {};
    const outcome = await callExecution(this.caller!, { executionId, resumeUrl }, body);
    if (outcome === 'heard') {
      orphan.againAtMs = this.world.nowMs() + orphan.comesWithinMs;
      orphan.comesWithinMs = Math.min(2 * orphan.comesWithinMs, longestComesWithinMs);
      await Promise.race([arrived, this.world.sleep(arrivalMs)]);
    }
    this.arrivals.delete(executionId);
    return true;
  }
}
