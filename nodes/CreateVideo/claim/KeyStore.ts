import type { DedupStore } from '../../n8n/dedupStore';
import { claimEntries, freeEntries, type ClaimedKeys, type ClaimPorts } from './claimKeys';
import type { Plan } from '../order/planItems';

/** A row of a page that is about to be sent. */
export type Claimant = Pick<Plan, 'orderKey' | 'fingerprint'> & { itemIndex: number };

/** What n8n's store says of a key that is taken. */
export type TakenKey = 'claimed' | { kind: 'orderedBefore'; isChanged: boolean };

const claimOf = ({ orderKey }: Claimant) => (orderKey === undefined ? [] : [`order ${orderKey}`]);
const madeOf = ({ orderKey, fingerprint }: Claimant) =>
  orderKey === undefined ? [] : [`made ${orderKey}`, `asked ${orderKey} ${fingerprint}`];

/**
 * The keys of one node in n8n's store, which outlasts restarts. A key is *claimed* by one entry before
 * its row is sent, and *made* by another when the service has taken the order, beside what that asked
 * for; so claimed and not made is unknown. What is in the store can be tested only by writing it.
 */
export class KeyStore {
  /** The end of the queue: n8n has no lock. */
  private queue: Promise<unknown> = Promise.resolve();
  /** Claims that wait for their turn: they are made together. */
  private waiting: { asked: string[]; claimed: Promise<ClaimedKeys> } | undefined;

  constructor(private readonly ports: ClaimPorts) {}

  /** Runs work when all earlier work on the store is done, whatever came of that. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.queue.then(work);
    this.queue = mine.catch(() => undefined);
    return await mine;
  }

  /** Claims the keys of rows, with all that ask while they wait. */
  async claim(store: DedupStore, rows: readonly Claimant[]) {
    const entries = rows.flatMap(claimOf);
    if (entries.length === 0) return { own: [...rows], taken: [] };
    this.waiting ??= this.waitForTurn(store);
    this.waiting.asked.push(...entries);
    const { free, token } = await this.waiting.claimed;
    const isFree = (row: Claimant) => claimOf(row).every((entry) => free.has(entry));
    return { own: rows.filter(isFree), taken: rows.filter((row) => !isFree(row)), token };
  }

  private waitForTurn(store: DedupStore) {
    const asked: string[] = [];
    const claimed = this.inTurn(async () => {
      this.waiting = undefined;
      return await claimEntries(store, new Set(asked), this.ports);
    });
    return { asked, claimed };
  }

  /** What became of the orders whose keys are taken. */
  async read(store: DedupStore, rows: readonly Claimant[]): Promise<Array<[Claimant, TakenKey]>> {
    if (rows.length === 0) return [];
    const token = store.isShared ? [`test ${this.ports.random()}`] : [];
    return await this.inTurn(async () => {
      const missing = await store.record([...token, ...rows.flatMap(madeOf)]);
      token.forEach((entry) => missing.delete(entry));
      await freeEntries(store, [...missing], this.ports, token[0]);
      return rows.map((row) => {
        const [made, asked] = madeOf(row).map((entry) => !missing.has(entry));
        return [row, made ? { kind: 'orderedBefore', isChanged: !asked } : 'claimed'];
      });
    });
  }

  /** Notes which orders were made. */
  async noteMade(store: DedupStore, kept: readonly Claimant[], made: readonly Claimant[]) {
    // A worker that stalled may have written over what was claimed.
    const again = store.isShared ? kept.flatMap(claimOf) : [];
    await this.inTurn(() => store.record([...again, ...made.flatMap(madeOf)]));
  }

  async free(store: DedupStore, rows: readonly Claimant[], token?: string): Promise<void> {
    const entries = rows.flatMap(claimOf);
    await this.inTurn(() => freeEntries(store, entries, this.ports, token));
  }

  /** How many videos rows would make: none where the key is taken, one for all with the same key. */
  async countFree(store: DedupStore, rows: readonly Claimant[]): Promise<number> {
    const unkeyed = rows.filter(({ orderKey }) => orderKey === undefined);
    const { free, token } = await claimEntries(store, new Set(rows.flatMap(claimOf)), this.ports);
    await freeEntries(store, [...free], this.ports, token);
    return unkeyed.length + free.size;
  }
}
