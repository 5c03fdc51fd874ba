import { UserError } from 'n8n-workflow';
import { setNewest } from '../../memory/setNewest';
import type { DedupStore } from '../../n8n/dedupStore';

/** What came of an order, as far as this process knows. */
export type Placed = { isTaken: true; taskId?: string } | { isTaken: false };

/** The keys of a page. */
export interface Claims {
  /** Rows whose key is another order's, each with what comes of that. */
  before: ReadonlyMap<number, Promise<Placed>>;
  /** Tells what came of a row that has claimed its key. */
  settle(itemIndex: number, placed: Placed): void;
  /** Frees the keys of rows that were certainly not taken. Never rejects. */
  close(): Promise<void>;
}

export interface KeyedRow {
  itemIndex: number;
  orderKey: string;
}

const mostRemembered = 10_000;

/** Workers read and write the store within some 50 ms; one that stalls for longer may miss a claim. */
const settleMs = 500;
const mostTries = 10;

/**
 * Who has claimed an Order Key. A claim is an entry in n8n's store, which outlasts restarts; which
 * task an order got is known to this process alone.
 */
export class OrderKeys {
  /** The end of the queue for each node's store: n8n has no lock. */
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly orders = new Map<string, Promise<Placed>>();

  constructor(private readonly world: { sleep(ms: number): Promise<void>; random(): number }) {}

  /** Runs work when all earlier work on the same store is done, whatever came of that. */
  async inTurn<T>({ place }: DedupStore, work: () => Promise<T>): Promise<T> {
    const mine = (this.queues.get(place) ?? Promise.resolve()).then(work);
    const end = mine.catch(() => undefined);
    this.queues.set(place, end);
    void end.then(() => this.queues.get(place) === end && this.queues.delete(place));
    return await mine;
  }

  /**
   * Claims the keys of rows before they are sent.
   *
   * @param isShared - whether other processes of n8n may claim keys at the same time
   * @throws when the store cannot be used; then nothing may be sent
   */
  async claim(store: DedupStore, rows: readonly KeyedRow[], isShared: boolean): Promise<Claims> {
    const keys = [...new Set(rows.map(({ orderKey }) => orderKey))];
    const free = await this.inTurn(store, async () =>
      isShared ? await this.claimShared(store, keys) : await store.record(keys.map(entryOf)),
    );
    const nameOf = (orderKey: string) => `${store.place} ${orderKey}`;
    const owners = new Map<number, { orderKey: string; tell(placed: Placed): void }>();
    const before = new Map<number, Promise<Placed>>();
    for (const { itemIndex, orderKey } of rows) {
      if (free.delete(entryOf(orderKey))) {
        let tell: (placed: Placed) => void = () => {};
        const order = new Promise<Placed>((resolve) => (tell = resolve));
        owners.set(itemIndex, { orderKey, tell });
        setNewest(this.orders, nameOf(orderKey), order, mostRemembered);
        continue;
      }
      const known = this.orders.get(nameOf(orderKey));
      before.set(itemIndex, known ?? Promise.resolve({ isTaken: true }));
    }
    const untaken = new Map(owners);
    return {
      before,
      settle(itemIndex, placed) {
        owners.get(itemIndex)?.tell(placed);
        if (placed.isTaken) untaken.delete(itemIndex);
      },
      close: async () => {
        const freed = [...untaken.values()];
        for (const { orderKey } of freed) this.orders.delete(nameOf(orderKey));
        // A key that cannot be freed stays taken: that costs nobody anything.
        await this.inTurn(store, () => store.remove(freed.map(({ orderKey }) => entryOf(orderKey))))
          .catch(() => undefined)
          .finally(() => freed.forEach(({ tell }) => tell({ isTaken: false })));
      },
    };
  }

  /**
   * Claims keys in a store that others write at the same time. Whoever writes last wipes out what was
   * written since it has read; so each writes a token along, waits until all have written, and claims
   * once more when its token is gone.
   */
  private async claimShared(store: DedupStore, keys: readonly string[]): Promise<Set<string>> {
    const token = `claim ${this.world.random()}`;
    const fresh = await store.record([token, ...keys.map(entryOf)]);
    fresh.delete(token);
    for (let tries = 0; fresh.size > 0; tries++) {
      if (tries === mostTries) {
        await store.remove([...fresh]);
        throw new UserError('n8n’s database is too busy to remember these orders');
      }
      await this.world.sleep(settleMs);
      const again = await store.record([token, ...fresh]);
      if (!again.has(token)) return fresh;
      for (const entry of fresh) if (!again.has(entry)) fresh.delete(entry);
    }
    return fresh;
  }
}

const entryOf = (orderKey: string) => `order ${orderKey}`;
