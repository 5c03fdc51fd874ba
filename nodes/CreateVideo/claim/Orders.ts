import type { Clock } from '../../concurrency/sleep';
import type { Failure } from '../../outcomes/Failure';
import { taskField } from '../../generated/contract';
import { setNewest } from '../../memory/setNewest';
import type { DedupStore } from '../../n8n/dedupStore';
import { KeyStore, type Claimant } from './KeyStore';
import { overLimit, type Counter } from './limits';
import { mayBeCharged, type Charged, type RowState } from '../order/orderOutcome';

/** Why a row can't be claimed: what it comes to instead, or that its key is in use or was claimed. */
export type Against = RowState | 'underWay' | 'claimed';

export interface PageClaim {
  /** The rows that couldn't be claimed. */
  against: ReadonlyMap<number, Against>;
  /** Notes what was made, and frees what certainly wasn't taken. Never rejects. */
  close(stateOf: (itemIndex: number) => RowState): Promise<void>;
}

interface Placed {
  state: Charged;
  fingerprint: string | undefined;
}

const mostRemembered = 10_000;

/**
 * The orders of this process, which alone knows their task IDs. It remembers rows without a key, too:
 * n8n can start an execution again from a state that it stored before its rows were sent.
 */
export class Orders {
  private readonly keys = new Map<string, KeyStore>();
  private readonly underWay = new Set<string>();
  /** In two maps, so that rows without a key don't push out those with one. */
  private readonly byKey = new Map<string, Placed>();
  private readonly byRow = new Map<string, Placed>();

  constructor(private readonly clock: Clock) {}

  /**
   * Claims rows before they are sent, and takes room for them in the limits.
   *
   * @param passName - tells rows without a key from those of other executions and passes
   * @throws when the store can't be used; then nothing is claimed, and nothing may be sent
   */
  async claim(
    store: DedupStore,
    page: readonly Claimant[],
    passName: string,
    counters: readonly Counter[] = [],
  ): Promise<PageClaim> {
    const keys = this.keysOf(store);
    const nameOf = ({ itemIndex, orderKey }: Claimant) =>
      orderKey === undefined ? `${passName} ${itemIndex}` : `${store.nodePath} ${orderKey}`;
    const placed = ({ orderKey }: Claimant) => (orderKey === undefined ? this.byRow : this.byKey);
    const against = new Map<number, Against>();
    const asked = page.filter((row) => {
      const known = placed(row).get(nameOf(row));
      if (known !== undefined) against.set(row.itemIndex, tellPlaced(known, row));
      else if (this.underWay.has(nameOf(row))) against.set(row.itemIndex, 'underWay');
      else this.underWay.add(nameOf(row));
      return !against.has(row.itemIndex);
    });
    let own: readonly Claimant[] = [];
    let token: string | undefined;
    let taken: readonly Counter[] = [];
    let isClaimed = false;

    const close: PageClaim['close'] = async (stateOf) => {
      const isKept = ({ itemIndex }: Claimant) => mayBeCharged(stateOf(itemIndex));
      const [kept, freed] = [own.filter(isKept), own.filter((row) => !isKept(row))];
      const made = kept.filter(({ itemIndex }) => taskIdOf(stateOf(itemIndex) as Charged));
      // If the store fails, keys stay claimed, so they are unknown and aren't ordered twice.
      await keys.noteMade(store, kept, made).catch(() => undefined);
      await keys.free(store, freed, token).catch(() => undefined);
      for (const counter of taken)
        await keys.inTurn(() => counter.giveBack(freed.length)).catch(() => undefined);
      for (const row of kept) {
        const { itemIndex, fingerprint } = row;
        const order = { state: stateOf(itemIndex) as Charged, fingerprint };
        setNewest(placed(row), nameOf(row), order, mostRemembered);
      }
      for (const row of asked) this.underWay.delete(nameOf(row));
    };
    try {
      const claimed = await keys.claim(store, asked);
      ({ own, token } = claimed);
      for (const [row, known] of await keys.read(store, claimed.taken))
        against.set(row.itemIndex, known);
      const failure = await keys.inTurn(() => takeRoom(counters, own.length));
      if (failure === undefined) taken = counters;
      else for (const { itemIndex } of own) against.set(itemIndex, { kind: 'notCreated', failure });
      isClaimed = true;
    } finally {
      if (!isClaimed) await close(() => ({ kind: 'planned', body: '' }));
    }
    return { against, close };
  }

  /** Says why nothing may be sent, if a limit has no room for all rows whose key is free. */
  async checkRoom(
    store: DedupStore,
    rows: readonly Claimant[],
    counters: readonly Counter[],
  ): Promise<Failure | undefined> {
    const keys = this.keysOf(store);
    return await keys.inTurn(async () => {
      let wanted: number | undefined;
      for (const counter of counters) {
        if (await counter.hasRoomFor(rows.length)) continue;
        wanted ??= await keys.countFree(store, rows);
        const left = await counter.take(wanted);
        if (left < wanted) return overLimit(wanted, left, counter.limit);
        await counter.giveBack(wanted);
      }
      return undefined;
    });
  }

  private keysOf({ nodePath }: DedupStore): KeyStore {
    let keys = this.keys.get(nodePath);
    if (keys === undefined) this.keys.set(nodePath, (keys = new KeyStore(this.clock)));
    return keys;
  }
}

/** Undefined if nobody knows whether the service took the order. */
const taskIdOf = (state: Charged): string | undefined =>
  state.kind === 'accepted' ? String(state.task[taskField.id]) : state.failure.taskId;

function tellPlaced({ state, fingerprint }: Placed, row: Claimant): Against {
  if (row.orderKey === undefined) return state;
  const taskId = taskIdOf(state);
  if (taskId === undefined) return 'claimed';
  return { kind: 'orderedBefore', taskId, isChanged: fingerprint !== row.fingerprint };
}

/** Takes room in all limits, or in none. */
async function takeRoom(
  counters: readonly Counter[],
  videos: number,
): Promise<Failure | undefined> {
  for (const [at, counter] of counters.entries()) {
    const left = await counter.take(videos);
    if (left >= videos) continue;
    for (const earlier of counters.slice(0, at)) await earlier.giveBack(videos);
    return overLimit(videos, left, counter.limit);
  }
  return undefined;
}
