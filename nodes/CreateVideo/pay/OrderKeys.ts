import { taskField } from '../../generated/contract';
import { setNewest } from '../../memory/setNewest';
import type { DedupStore } from '../../n8n/dedupStore';
import { keyTaken } from './outcomes';
import type { Outcome, Result } from './Pass';

/** The keys of a page. */
export interface Claims {
  /** Rows whose key is another order's, each with what it gets of that; undefined where that was not taken. */
  before: ReadonlyMap<number, Promise<Result | undefined>>;
  /** Tells what came of a row that has claimed its key. */
  settle(itemIndex: number, outcome: Outcome): void;
  /** Frees the keys of rows that were certainly not taken. Never rejects. */
  close(): Promise<void>;
}

export interface KeyedRow {
  itemIndex: number;
  orderKey: string;
}

type Tell = (result: Result | undefined) => void;

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
  /** What the next row with a key gets. */
  private readonly orders = new Map<string, Promise<Result | undefined>>();

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
    const entries = [...new Set(rows.map(({ orderKey }) => entryOf(orderKey)))];
    const free = await this.inTurn(store, async () =>
      isShared ? await this.claimShared(store, entries) : await store.record(entries),
    );
    const nameOf = (orderKey: string) => `${store.place} ${orderKey}`;
    const before = new Map<number, Promise<Result | undefined>>();
    /** Rows that have claimed their key, until it is certain that they were taken. */
    const open = new Map<number, { orderKey: string; tell: Tell }>();
    for (const { itemIndex, orderKey } of rows)
      if (free.delete(entryOf(orderKey))) {
        let tell: Tell = () => {};
        const order = new Promise<Result | undefined>((resolve) => (tell = resolve));
        open.set(itemIndex, { orderKey, tell });
        setNewest(this.orders, nameOf(orderKey), order, mostRemembered);
      } else {
        const known = this.orders.get(nameOf(orderKey));
        before.set(itemIndex, known ?? Promise.resolve(keyTaken(orderKey)));
      }
    return {
      before,
      settle(itemIndex, outcome) {
        const row = open.get(itemIndex);
        if (row === undefined || outcome.kind === 'notCreated') return;
        row.tell(orderedBefore(outcome, row.orderKey));
        open.delete(itemIndex);
      },
      close: async () => {
        const freed = [...open.values()];
        for (const { orderKey } of freed) this.orders.delete(nameOf(orderKey));
        // A key that cannot be freed stays taken: that costs nobody anything.
        await this.inTurn(store, () => store.remove(freed.map(({ orderKey }) => entryOf(orderKey))))
          .catch(() => undefined)
          .finally(() => freed.forEach(({ tell }) => tell(undefined)));
      },
    };
  }

  /**
   * Claims keys in a store that others write at the same time. Whoever writes last wipes out what was
   * written since it has read; so each writes a token along, waits until all have written, and claims
   * once more when its token is gone.
   */
  private async claimShared(store: DedupStore, entries: readonly string[]): Promise<Set<string>> {
    const token = `claim ${this.world.random()}`;
    const fresh = await store.record([token, ...entries]);
    fresh.delete(token);
    for (let tries = 0; fresh.size > 0; tries++) {
      if (tries === mostTries) {
        await store.remove([...fresh]);
        throw new Error('n8n’s database is too busy to remember these orders');
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

/** What a row gets whose order was placed before. */
function orderedBefore(outcome: Outcome, orderKey: string): Result {
  const taskId =
    outcome.kind === 'accepted' ? String(outcome.task[taskField.id]) : outcome.failure.taskId;
  return taskId === undefined ? keyTaken(orderKey) : { kind: 'orderedBefore', taskId };
}
