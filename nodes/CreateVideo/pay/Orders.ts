import { taskField } from '../../generated/contract';
import { setNewest } from '../../memory/setNewest';
import type { DedupStore } from '../../n8n/dedupStore';
import { claimEntries, freeEntries, type ClaimedKeys, type ClaimPorts } from './claimKeys';
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

/**
 * Which orders were placed. An Order Key is claimed as an entry in n8n's store, which outlasts
 * restarts. What came of an order is known to this process alone, also of one without a key: n8n can
 * start an execution again from a state that it stored before its rows were sent.
 */
export class Orders {
  /** The end of the queue for each node's store: n8n has no lock. */
  private readonly queues = new Map<string, Promise<unknown>>();
  /** Claims that wait for their turn in each node's store: they are made together. */
  private readonly waiting = new Map<string, { asked: string[]; claimed: Promise<ClaimedKeys> }>();
  /** What another row of the same name gets. */
  private readonly placed = new Map<string, Promise<RowResult | undefined>>();

  constructor(private readonly ports: ClaimPorts) {}

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
   * @throws when the store cannot be used; then nothing may be sent
   */
  async claim(store: DedupStore, rows: readonly Claimant[], passName: string): Promise<Claims> {
    const names = rows.map(({ itemIndex, orderKey }) =>
      orderKey === undefined ? `${passName} ${itemIndex}` : `${store.nodePath} ${orderKey}`,
    );
    const earlier = names.map((name) => this.placed.get(name));
    const asked = entriesOf(rows.filter((_, at) => earlier[at] === undefined));
    const { free, token } = await this.claimKeys(store, asked);
    const before = new Map<number, Promise<RowResult | undefined>>();
    const claimed = rows.flatMap(({ itemIndex, orderKey }, at) => {
      const name = names[at]!;
      const known = earlier[at] ?? this.placed.get(name);
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
      const kept: typeof claimed = [];
      const freed: typeof claimed = [];
      for (const claim of claimed) {
        const { itemIndex, orderKey, tell } = claim;
        const result = resultOf(itemIndex);
        (mayBeCharged(result) ? kept : freed).push(claim);
        if (mayBeCharged(result)) tell(orderKey ? orderedBefore(result, orderKey) : result);
      }
      // A key that cannot be freed stays taken: that costs nobody anything.
      await this.inTurn(store, async () => {
        // A worker that stalled may have written over what was claimed.
        if (store.isShared) await store.record(entriesOf(kept));
        await freeEntries(store, entriesOf(freed), this.ports, token);
      }).catch(() => undefined);
      for (const { name, tell } of freed) {
        this.placed.delete(name);
        tell(undefined);
      }
    };
    return { before, close };
  }

  /** Claims entries, with all that ask while they wait: whoever comes first to `free` takes them. */
  private async claimKeys(store: DedupStore, entries: readonly string[]): Promise<ClaimedKeys> {
    if (entries.length === 0) return { free: new Set() };
    const { asked, claimed } = this.waiting.get(store.nodePath) ?? this.waitForTurn(store);
    asked.push(...entries);
    return await claimed;
  }

  private waitForTurn(store: DedupStore) {
    const asked: string[] = [];
    const claimed = this.inTurn(store, async () => {
      this.waiting.delete(store.nodePath);
      return await claimEntries(store, new Set(asked), this.ports);
    });
    const waiting = { asked, claimed };
    this.waiting.set(store.nodePath, waiting);
    return waiting;
  }
}

const keyTaken = (orderKey: string) => outcomeFor('orderedBefore', {}, `"${orderKey}"`);
const entryOf = (orderKey: string) => `order ${orderKey}`;
const entriesOf = (rows: ReadonlyArray<Pick<Claimant, 'orderKey'>>) =>
  rows.flatMap(({ orderKey }) => (orderKey === undefined ? [] : entryOf(orderKey)));

/** What a row gets whose order was placed before. */
function orderedBefore(result: Charged, orderKey: string): RowResult {
  const taskId =
    result.kind === 'accepted' ? String(result.task[taskField.id]) : result.failure.taskId;
  return taskId === undefined ? keyTaken(orderKey) : { kind: 'orderedBefore', taskId };
}
