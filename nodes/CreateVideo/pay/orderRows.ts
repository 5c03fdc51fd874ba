import { sleep } from '../../concurrency/sleep';
import type { Ledger } from './Ledger';
import type { Claims, KeyedRow } from './OrderKeys';
import { keyNotClaimed } from './outcomes';
import { firstPageSize, type Outcome, type Row } from './Pass';
import { sendPage } from './sendPage';

/** A page ends after so long a time: no more than this is unknown when n8n is killed. */
export const pageMs = 5_000;

/** What ordering needs of n8n and of the service. */
export interface OrderWorld {
  /** Sends the request of a row, as {@link sendPage} needs it. */
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
}

/** What holds for all pages. */
export interface Paging {
  /** Whether the execution can be stored between pages. Otherwise all rows are one. */
  inPages: boolean;
  /** Whether a row that fails keeps the others from being sent. */
  stopOnFailure: boolean;
}

/**
 * Orders the planned rows, page after page. What is stored before a page is sent names its rows, so
 * that after a crash nobody takes them for rows that were never sent.
 *
 * @returns whether the execution was stored: then the next visit goes on
 */
export async function orderRows(
  ledger: Ledger,
  { inPages, stopOnFailure }: Paging,
  world: OrderWorld,
): Promise<boolean> {
  const { pass } = ledger;
  let isPaged = inPages;
  while (!world.cancelled?.aborted) {
    let page = ledger.takePage();
    if (page === undefined) {
      page = isPaged ? ledger.planned.slice(0, pass.pageSize) : ledger.planned;
      if (page.length === 0) return false;
      if (isPaged) {
        ledger.writeAhead(page);
        if (await world.store()) return true;
        ledger.takePage();
        isPaged = false;
      }
    }
    const startMs = performance.now();
    const paging = { pageMs: isPaged ? pageMs : Infinity, stopOnFailure };
    const end = await orderPage(ledger, page, paging, world);
    if (end.isStopped) return false;
    pass.pageSize = nextPageSize(end.settled, performance.now() - startMs);
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

/** Claims the keys of a page, sends its rows, and frees the keys of those that were not taken. */
async function orderPage(
  ledger: Ledger,
  page: readonly number[],
  paging: { pageMs: number; stopOnFailure: boolean },
  world: OrderWorld,
) {
  const { rows } = ledger.pass;
  const withKeys = page.flatMap((itemIndex) => {
    const { orderKey } = rows[itemIndex]!;
    return orderKey === undefined ? [] : [{ itemIndex, orderKey }];
  });
  let claims: Claims | undefined;
  try {
    if (withKeys.length > 0) claims = await world.claim(withKeys);
  } catch (error) {
    // Earlier pages are paid by now: what is said of these rows must not hide them.
    for (const { itemIndex } of withKeys) ledger.settle(itemIndex, keyNotClaimed(error));
    if (paging.stopOnFailure) return { settled: 0, isStopped: true };
  }
  const isFree = (row: number) => rows[row]!.result.kind === 'planned' && !claims?.before.has(row);
  try {
    return await sendPage(page.filter(isFree), paging, {
      cancelled: world.cancelled,
      sleep,
      send: async (itemIndex, halted) => await world.send(itemIndex, rows[itemIndex]!, halted),
      record(itemIndex, outcome) {
        claims?.settle(itemIndex, outcome);
        ledger.settle(itemIndex, outcome);
        world.log(itemIndex, outcome);
      },
    });
  } finally {
    await claims?.close();
    for (const [itemIndex, order] of claims?.before ?? []) {
      const result = await untilStopped(order, world.cancelled);
      // Where that order was not taken, the row is still to be sent.
      if (result !== undefined) ledger.settle(itemIndex, result);
    }
  }
}

async function untilStopped<T>(work: Promise<T>, cancelled: AbortSignal | undefined) {
  const stopped = new Promise<undefined>((resolve) => {
    if (cancelled?.aborted) resolve(undefined);
    cancelled?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return await Promise.race([work, stopped]);
}
