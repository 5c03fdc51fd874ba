import type { Clock } from '../../concurrency/sleep';
import type { DedupStore } from '../../n8n/dedupStore';
import type { Plan } from '../order/planItems';

interface ClaimedKeys {
  /** The entries that were free, and are claimed now. */
  free: Set<string>;
  /** Was written with them, if several processes use the store. */
  token?: string;
}

/** A slower write isn't trusted; 50 ms are usual. */
const longestWriteMs = 500;
/** After that, whoever had read the store before has written it. */
const settleMs = 2 * longestWriteMs;
const mostTries = 10;

/**
 * Claims entries. A store that other processes use has no lock: a write wipes out what they wrote
 * since it was read. So each writes a token along, waits until the others have written, and claims
 * once more if its token is gone.
 *
 * @throws when another may have stopped waiting before this one wiped out its claim
 */
async function claimEntries(
  store: DedupStore,
  entries: ReadonlySet<string>,
  clock: Clock,
): Promise<ClaimedKeys> {
  if (!store.isShared) return { free: await store.record([...entries]) };
  const token = `claim ${Math.random()}`;
  let asked = entries;
  for (let tries = 0; tries < mostTries; tries++) {
    const startMs = clock.nowMs();
    const free = await store.record([token, ...asked]);
    // The token survived, and so did what was written with it.
    if (!free.delete(token)) return { free: new Set(asked), token };
    if (free.size === 0) return { free };
    asked = free;
    if (clock.nowMs() - startMs >= longestWriteMs) break;
    await clock.sleep(settleMs);
  }
  await freeEntries(store, [...asked], clock, token);
  throw new Error('n8n’s database is too busy to remember these orders');
}

/** Frees entries. Another process that read before may write them back, but then their token, too. */
async function freeEntries(
  store: DedupStore,
  entries: readonly string[],
  clock: Pick<Clock, 'sleep'>,
  token?: string,
): Promise<void> {
  if (entries.length === 0) return;
  if (token === undefined) return await store.remove(entries);
  for (let tries = 0; tries < mostTries; tries++) {
    await store.remove([token, ...entries]);
    await clock.sleep(settleMs);
    if ((await store.record([token])).has(token)) return;
  }
}

/** A row that is about to be sent. */
export type Claimant = Pick<Plan, 'orderKey' | 'fingerprint'> & { itemIndex: number };

type TakenKey = 'claimed' | { kind: 'orderedBefore'; isChanged: boolean };

const claimOf = ({ orderKey }: Claimant) => (orderKey === undefined ? [] : [`order ${orderKey}`]);
const madeOf = ({ orderKey, fingerprint }: Claimant) =>
  orderKey === undefined ? [] : [`made ${orderKey}`, `asked ${orderKey} ${fingerprint}`];

/**
 * The Order Keys of one node in n8n's store, which outlasts restarts and can be read only by writing.
 * One entry *claims* a key before its row is sent, and when the service has taken the order, another
 * says that it was *made*, and a third what it asked for. Claimed but not made means unknown.
 */
export class KeyStore {
  private queue: Promise<unknown> = Promise.resolve();
  /** Claims that wait for their turn are made together. */
  private waiting: { asked: string[]; claimed: Promise<ClaimedKeys> } | undefined;

  constructor(private readonly clock: Clock) {}

  /** Runs work on the store after all earlier work, because n8n has no lock. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.queue.then(work);
    this.queue = mine.catch(() => undefined);
    return await mine;
  }

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
      return await claimEntries(store, new Set(asked), this.clock);
    });
    return { asked, claimed };
  }

  /** Reads what became of orders whose keys are taken. */
  async read(store: DedupStore, rows: readonly Claimant[]): Promise<Array<[Claimant, TakenKey]>> {
    if (rows.length === 0) return [];
    const token = store.isShared ? [`test ${Math.random()}`] : [];
    return await this.inTurn(async () => {
      const missing = await store.record([...token, ...rows.flatMap(madeOf)]);
      token.forEach((entry) => missing.delete(entry));
      await freeEntries(store, [...missing], this.clock, token[0]);
      return rows.map((row) => {
        const [made, asked] = madeOf(row).map((entry) => !missing.has(entry));
        return [row, made ? { kind: 'orderedBefore', isChanged: !asked } : 'claimed'];
      });
    });
  }

  async noteMade(store: DedupStore, kept: readonly Claimant[], made: readonly Claimant[]) {
    // A worker that stalled may have wiped out the claims.
    const again = store.isShared ? kept.flatMap(claimOf) : [];
    await this.inTurn(() => store.record([...again, ...made.flatMap(madeOf)]));
  }

  async free(store: DedupStore, rows: readonly Claimant[], token?: string): Promise<void> {
    const entries = rows.flatMap(claimOf);
    await this.inTurn(() => freeEntries(store, entries, this.clock, token));
  }

  /** How many videos rows would make: none if their key is taken, one if they share it. */
  async countFree(store: DedupStore, rows: readonly Claimant[]): Promise<number> {
    const unkeyed = rows.filter(({ orderKey }) => orderKey === undefined);
    const { free, token } = await claimEntries(store, new Set(rows.flatMap(claimOf)), this.clock);
    await freeEntries(store, [...free], this.clock, token);
    return unkeyed.length + free.size;
  }
}
