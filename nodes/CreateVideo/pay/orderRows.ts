import { mapConcurrently } from '../../concurrency/mapConcurrently';
import { sleep } from '../../concurrency/sleep';
import type { Ledger } from './Ledger';
import type { Claims, KeyedRow } from './OrderKeys';
import { brokenOff, keyNotClaimed } from './outcomes';
import { firstPageSize, type Outcome, type Row } from './Pass';
import { patience } from './patience';

/** A page ends after so long a time: no more than this is unknown when n8n is killed. */
export const pageMs = 5_000;

/** Of a page whose rows have no keys. */
const noClaims: Claims = { before: new Map(), settle() {}, close: async () => {} };

/** What ordering needs of n8n and of the service. */
export interface OrderWorld {
  /**
   * Sends the request of a row.
   *
   * @param halted - takes it back as long as it has not left
   * @returns undefined when it was taken back
   */
  send(itemIndex: number, row: Row, halted: AbortSignal): Promise<Outcome | undefined>;
  /** Claims the keys of rows that have one. */
  claim(rows: readonly KeyedRow[]): Promise<Claims>;
  /** Notes an outcome where a person finds it whatever happens to the execution. */
  log(itemIndex: number, outcome: Outcome): void;
  /**
   * Stores the execution, which goes on at once in a visit of its own.
   *
   * @returns false where it goes on in this visit instead
   */
  store(): Promise<boolean>;
  cancelled: AbortSignal | undefined;
  /** Whether a row that fails keeps the others from being sent. */
  stopOnFailure: boolean;
}

/**
 * Orders the planned rows, page after page. What is stored before a page is sent names its rows, so
 * that after a crash nobody takes them for rows that were never sent.
 *
 * @param inPages - whether the execution can be stored between pages; otherwise all rows are one
 * @returns whether the execution was stored: then the next visit goes on
 */
export async function orderRows(
  ledger: Ledger,
  inPages: boolean,
  world: OrderWorld,
): Promise<boolean> {
  const { pass } = ledger;
  let isPaged = inPages;
  while (!world.cancelled?.aborted) {
    let page = ledger.takePage();
    if (page === undefined) {
      page = ledger.planned.slice(0, isPaged ? pass.pageSize : Infinity);
      if (page.length === 0) return false;
      if (isPaged) {
        ledger.writeAhead(page);
        if (await world.store()) return true;
        ledger.takePage();
        isPaged = false;
      }
    }
    const startMs = performance.now();
    const { settled, isStopped } = await orderPage(ledger, page, isPaged, world);
    if (isStopped) return false;
    pass.pageSize = nextPageSize(settled, performance.now() - startMs);
  }
  return false;
}

/**
 * How many rows the next page may have: about what goes in {@link pageMs}, with room for a service that
 * gets faster. What a short page says of the pace may be chance.
 *
 * @param settled - how many rows of the last page came to an end
 * @param tookMs - how long that took
 */
export function nextPageSize(settled: number, tookMs: number): number {
  const growth = Math.min((1.25 * pageMs) / Math.max(tookMs, 1), 4);
  return Math.max(firstPageSize, Math.ceil(settled * growth));
}

/**
 * Claims the keys of a page, sends its rows side by side, and records what comes of each. Its time is
 * over after {@link pageMs}, but not before one row came to something: while a service takes nothing,
 * there is nothing to store.
 *
 * @throws what a record threw, when no request is under way any more
 */
async function orderPage(
  ledger: Ledger,
  page: readonly number[],
  isPaged: boolean,
  world: OrderWorld,
): Promise<{ settled: number; isStopped: boolean }> {
  const { cancelled, stopOnFailure } = world;
  const { rows } = ledger.pass;
  const claims = await claimKeys(ledger, page, world);
  if (claims === undefined && stopOnFailure) return { settled: 0, isStopped: true };
  const isFree = (row: number) => rows[row]!.result.kind === 'planned' && !claims?.before.has(row);

  const halt = new AbortController();
  const halted = AbortSignal.any([halt.signal, ...(cancelled ? [cancelled] : [])]);
  const timer = new AbortController();
  const thrown: unknown[] = [];
  let [settled, isTimeOver, isStopped] = [0, false, false];
  const haltWhenDue = () => {
    if (isStopped || (isTimeOver && settled > 0)) halt.abort();
  };
  const endTime = () => {
    isTimeOver = true;
    haltWhenDue();
  };
  if (isPaged) void sleep(pageMs, timer.signal).then(endTime, () => undefined);
  await mapConcurrently(page.filter(isFree), patience.rowsAtOnce, async (itemIndex) => {
    if (halted.aborted) return;
    // What was sent may be paid for, whatever goes wrong behind it.
    const outcome = await world.send(itemIndex, rows[itemIndex]!, halted).catch(brokenOff);
    if (outcome === undefined) return;
    settled += 1;
    try {
      claims?.settle(itemIndex, outcome);
      ledger.settle(itemIndex, outcome);
      world.log(itemIndex, outcome);
    } catch (error) {
      thrown.push(error);
    }
    isStopped ||= thrown.length > 0 || (stopOnFailure && outcome.kind !== 'accepted');
    haltWhenDue();
  });
  timer.abort();

  await claims?.close();
  for (const [itemIndex, order] of claims?.before ?? []) {
    const result = await untilStopped(order, cancelled);
    // Where that order was not taken, the row is still to be sent.
    if (result !== undefined) ledger.settle(itemIndex, result);
  }
  if (thrown.length > 0) throw thrown[0];
  return { settled, isStopped };
}

/** @returns undefined where n8n cannot remember the keys: then their rows are not sent */
async function claimKeys(
  ledger: Ledger,
  page: readonly number[],
  { claim }: OrderWorld,
): Promise<Claims | undefined> {
  const keyed = page.flatMap((itemIndex) => {
    const { orderKey } = ledger.pass.rows[itemIndex]!;
    return orderKey === undefined ? [] : [{ itemIndex, orderKey }];
  });
  if (keyed.length === 0) return noClaims;
  try {
    return await claim(keyed);
  } catch (error) {
    // Earlier pages are paid by now: what is said of these rows must not hide them.
    for (const { itemIndex } of keyed) ledger.settle(itemIndex, keyNotClaimed(error));
    return undefined;
  }
}

async function untilStopped<T>(work: Promise<T>, cancelled: AbortSignal | undefined) {
  const stopped = new Promise<undefined>((resolve) => {
    if (cancelled?.aborted) resolve(undefined);
    cancelled?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return await Promise.race([work, stopped]);
}
