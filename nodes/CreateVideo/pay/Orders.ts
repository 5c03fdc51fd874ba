import { taskField } from '../../generated/contract';
import { setNewest } from '../../memory/setNewest';
import type { DedupStore } from '../../n8n/dedupStore';
import { outcomeFor } from './orderOutcome';
import { mayBeCharged, type Charged, type RowResult } from './Pass';

/** The rows of a page, claimed for it. */
export interface Claims {
  /** Rows that are another order's, each with what it gets of that; undefined where that was not taken. */
  before: ReadonlyMap<number, Promise<RowResult | undefined>>;
  /** Tells the others what came of the page, and frees what was certainly not taken. Never rejects. */
  close(resultOf: (itemIndex: number) => RowResult): Promise<void>;
}

export interface Claimant {
  itemIndex: number;
  /** Tells the row's order from others: over all executions where it has a key. */
  orderKey?: string | undefined;
}

const mostRemembered = 10_000;

/** A worker may take so long to read and write the store: some 50 ms, unless it stalls in between. */
const settleMs = 1_000;
const mostTries = 10;

/**
 * Which orders were placed. An Order Key is claimed as an entry in n8n's store, which outlasts
 * restarts. What came of an order is known to this process alone, also of one without a key: n8n can
 * start an execution again from a state that it stored before its rows were sent.
 */
export class Orders {
  /** The end of the queue for each node's store: n8n has no lock. */
  private readonly queues = new Map<string, Promise<unknown>>();
  /** What another row of the same name gets. */
  private readonly placed = new Map<string, Promise<RowResult | undefined>>();

  constructor(
    private readonly ports: { nowMs(): number; sleep(ms: number): Promise<void>; random(): number },
  ) {}

  /** Runs work when all earlier work on the same store is done, whatever came of that. */
  async inTurn<T>({ nodePath }: DedupStore, work: () => Promise<T>): Promise<T> {
    const mine = (this.queues.get(nodePath) ?? Promise.resolve()).then(work);
    const end = mine.catch(() => undefined);
    this.queues.set(nodePath, end);
    void end.then(() => this.queues.get(nodePath) === end && this.queues.delete(nodePath));
    return await mine;
  }

  /**
   * Claims rows before they are sent.
   *
   * @param passName - names this pass of the execution, for rows without a key
   * @param isShared - whether other processes of n8n may claim keys at the same time
   * @throws when the store cannot be used; then nothing may be sent
   */
  async claim(
    store: DedupStore,
    rows: readonly Claimant[],
    passName: string,
    isShared: boolean,
  ): Promise<Claims> {
    const free = await this.claimKeys(store, rows, isShared);
    const before = new Map<number, Promise<RowResult | undefined>>();
    const claimed = rows.flatMap(({ itemIndex, orderKey }) => {
      const name =
        orderKey === undefined ? `${passName} ${itemIndex}` : `${store.nodePath} ${orderKey}`;
      const known = this.placed.get(name);
      const isFree = orderKey === undefined ? known === undefined : free.delete(entryOf(orderKey));
      if (!isFree) {
        before.set(itemIndex, known ?? Promise.resolve(keyTaken(orderKey!)));
        return [];
      }
      let tell: (result: RowResult | undefined) => void = () => {};
      const order = new Promise<RowResult | undefined>((resolve) => (tell = resolve));
      setNewest(this.placed, name, order, mostRemembered);
      return { itemIndex, orderKey, name, tell };
    });
    const close: Claims['close'] = async (resultOf) => {
      const kept: string[] = [];
      const free: typeof claimed = [];
      for (const claim of claimed) {
        const result = resultOf(claim.itemIndex);
        const { orderKey, tell } = claim;
        if (!mayBeCharged(result)) free.push(claim);
        else if (orderKey === undefined) tell(result);
        else {
          tell(orderedBefore(result, orderKey));
          kept.push(entryOf(orderKey));
        }
      }
      for (const { name } of free) this.placed.delete(name);
      // A key that cannot be freed stays taken: that costs nobody anything.
      await this.inTurn(store, async () => {
        await store.remove(free.flatMap(({ orderKey }) => orderKey ?? []).map(entryOf));
        // A worker that stalled may have written over what was claimed.
        if (isShared && kept.length > 0) await store.record(kept);
      }).catch(() => undefined);
      for (const { tell } of free) tell(undefined);
    };
    return { before, close };
  }

  /** @returns the entries of keys that were free, and are not any more */
  private async claimKeys(
    store: DedupStore,
    rows: readonly Claimant[],
    isShared: boolean,
  ): Promise<Set<string>> {
    const entries = [...new Set(rows.flatMap(({ orderKey }) => orderKey ?? []).map(entryOf))];
    if (entries.length === 0) return new Set();
    return await this.inTurn(store, async () =>
      isShared ? await this.claimShared(store, entries) : await store.record(entries),
    );
  }

  /** @throws when another worker may have ended its wait before this one wrote over its claim */
  private async recordInTime(store: DedupStore, entries: readonly string[]): Promise<Set<string>> {
    const startMs = this.ports.nowMs();
    const fresh = await store.record(entries);
    if (this.ports.nowMs() - startMs < settleMs) return fresh;
    await store.remove([...fresh]);
    throw tooBusy();
  }

  /**
   * Claims keys in a store that others write at the same time. Whoever writes last wipes out what was
   * written since it has read; so each writes a token along, waits until all have written, and claims
   * once more when its token is gone.
   */
  private async claimShared(store: DedupStore, entries: readonly string[]): Promise<Set<string>> {
    const token = `claim ${this.ports.random()}`;
    const fresh = await this.recordInTime(store, [token, ...entries]);
    fresh.delete(token);
    let isSure = false;
    try {
      for (let tries = 0; fresh.size > 0 && !isSure; tries++) {
        if (tries === mostTries) throw tooBusy();
        await this.ports.sleep(settleMs);
        const again = await this.recordInTime(store, [token, ...fresh]);
        isSure = !again.has(token);
        if (!isSure) for (const entry of fresh) if (!again.has(entry)) fresh.delete(entry);
      }
      isSure = true;
      return fresh;
    } finally {
      if (!isSure) await store.remove([...fresh]);
    }
  }
}

const tooBusy = () => new Error('n8n’s database is too busy to remember these orders');

const keyTaken = (orderKey: string) => outcomeFor('orderedBefore', {}, `"${orderKey}"`);

const entryOf = (orderKey: string) => `order ${orderKey}`;

/** What a row gets whose order was placed before. */
function orderedBefore(result: Charged, orderKey: string): RowResult {
  const taskId =
    result.kind === 'accepted' ? String(result.task[taskField.id]) : result.failure.taskId;
  return taskId === undefined ? keyTaken(orderKey) : { kind: 'orderedBefore', taskId };
}
