import { sleep } from '../../concurrency/sleep';
import type { StoreRow, StoreRows } from '../../n8n/storeRows';

/**
 * n8n reads and writes a row without a lock, so whoever works on one takes turns: in this process by
 * a queue, among workers by a row that only one of them can make. Who is killed in its turn leaves
 * that row. So it is named after the time, and holds the others up for two leases at most; clocks
 * may differ by one.
 */
const leaseMs = 15_000;

const longestPauseMs = 25;
const mostTries = 10;

/** The end of the queue of each node. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work when all earlier work on the rows of the same node is done, whatever came of that.
 *
 * @param place - names the node
 * @param work - gets what tells whether others may be working on the rows by now
 */
export async function inTurn<T>(
  place: string,
  { beside }: StoreRows,
  work: (isOver: () => boolean) => Promise<T>,
): Promise<T> {
  const before = queues.get(place);
  const mine = (async () => {
    await before;
    if (beside === undefined) return await work(() => false);
    const turn = await takeTurn(beside);
    const sinceMs = performance.now();
    try {
      return await work(() => performance.now() - sinceMs >= leaseMs);
    } finally {
      await turn.drop();
    }
  })();
  const end = mine.then(
    () => undefined,
    () => undefined,
  );
  queues.set(place, end);
  void end.then(() => {
    if (queues.get(place) === end) queues.delete(place);
  });
  return await mine;
}

async function takeTurn(beside: (name: string) => StoreRow): Promise<StoreRow> {
  const slotNow = () => Math.floor(Date.now() / leaseMs);
  const rowOf = (slot: number) => beside(`turn ${slot}`);
  const first = slotNow();
  for (;;) {
    const slot = slotNow();
    const own = rowOf(slot);
    if (await isMade(own)) {
      // Another may have made the row of a slot that has just ended, or by a clock that is ahead.
      const others = await Promise.all([rowOf(slot - 1).count(), rowOf(slot + 1).count()]);
      if (others.every((count) => count === 0)) {
        for (let past = first - 1; past < slot - 1; past++) await rowOf(past).drop();
        return own;
      }
      await own.drop();
    }
    await sleep(Math.random() * longestPauseMs);
  }
}

/**
 * Makes a row. Of two that make it at once, n8n's database refuses one, whose reason n8n words as it
 * likes: a fault of the database itself is one that stays.
 */
async function isMade(row: StoreRow): Promise<boolean> {
  const make = async () => (await row.record(['taken'])).size > 0;
  for (let tries = 1; tries < mostTries; tries++)
    try {
      return await make();
    } catch {
      await sleep(Math.random() * longestPauseMs);
    }
  return await make();
}
