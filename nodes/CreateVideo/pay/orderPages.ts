import { mapConcurrently } from '../../concurrency/mapConcurrently';
import type { Ledger } from './Ledger';
import type { Claimant, Claims } from './Orders';
import { causeOf, outcomeFor } from './orderOutcome';
import type { OrderOutcome } from './Pass';
import { sendSettings } from './sendSettings';

/** A page ends after so long a time: no more than this is unknown when n8n is killed. */
export const pageMs = 5_000;

/** However fast a page went: the answers to so few rows don't tell how many more the service takes. */
const mostGrowth = 20;
/** A page that took its whole time lets the next one have a few rows more, to find out. */
const leastGrowth = 1.25;

/** What ordering needs of n8n and of the service. */
export interface OrderPorts {
  /**
   * Sends a request.
   *
   * @param body - the request as JSON
   * @param halted - takes it back as long as it has not left
   * @returns undefined when it was taken back
   */
  send(body: string, halted: AbortSignal): Promise<OrderOutcome | undefined>;
  /** Claims rows, so that no other visit or execution sends them as well. */
  claim(rows: readonly Claimant[]): Promise<Claims>;
  /** Notes an outcome where a person finds it whatever happens to the execution. */
  log(itemIndex: number, outcome: OrderOutcome): void;
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
export async function orderPages(
  ledger: Ledger,
  inPages: boolean,
  ports: OrderPorts,
): Promise<boolean> {
  const { pass } = ledger;
  let isPaged = inPages;
  for (let goesOn = true; goesOn && !ports.cancelled?.aborted;) {
    let { page } = ledger;
    if (page.length === 0) {
      page = ledger.planned.slice(0, isPaged ? pass.pageSize : Infinity);
      if (page.length === 0) return false;
      if (isPaged) {
        ledger.mark(page, 'sending');
        if (await ports.store()) return true;
        isPaged = false;
      }
    }
    const startMs = performance.now();
    goesOn = await orderPage(ledger, page, isPaged ? startMs + pageMs : Infinity, ports);
    const left = page.filter((row) => pass.rows[row]!.result.kind === 'planned').length;
    pass.pageSize = nextPageSize(page.length - left, left, performance.now() - startMs);
  }
  return false;
}

/**
 * How many rows the next page may have: what went in {@link pageMs}, or more where all went. Where the
 * answers are slow, all rows of a page may be under way at once, so a page of all is never too long.
 *
 * @param settled - how many rows of the last page came to something
 * @param left - how many did not
 * @param tookMs - how long that took
 */
export function nextPageSize(settled: number, left: number, tookMs: number): number {
  const growth = left > 0 ? 1 : Math.min(Math.max(pageMs / tookMs, leastGrowth), mostGrowth);
  return Math.max(1, Math.ceil(settled * growth));
}

/**
 * Claims a page, sends its rows side by side, and records what comes of each. Its time is over when a
 * row comes to something after its end: while a service takes nothing, there is nothing to store.
 *
 * @returns whether the others are to be sent
 */
async function orderPage(
  ledger: Ledger,
  page: readonly number[],
  endMs: number,
  ports: OrderPorts,
): Promise<boolean> {
  const { cancelled, stopOnFailure } = ports;
  const { rows } = ledger.pass;
  let claims: Claims;
  try {
    claims = await ports.claim(page.map((row) => ({ ...rows[row]!, itemIndex: row })));
  } catch (error) {
    // Earlier pages are paid by now: what is said of these rows must not hide them.
    for (const itemIndex of page)
      ledger.settle(itemIndex, outcomeFor('keyNotClaimed', causeOf(error)));
    return !stopOnFailure;
  }

  const halt = new AbortController();
  const halted = AbortSignal.any([halt.signal, ...(cancelled ? [cancelled] : [])]);
  let goesOn = true;
  const free = page.filter((itemIndex) => !claims.before.has(itemIndex));
  await mapConcurrently(free, sendSettings.rowsAtOnce, async (itemIndex) => {
    const { result } = rows[itemIndex]!;
    if (halted.aborted || !('body' in result)) return;
    // What was sent may be paid for, whatever goes wrong behind it.
    const outcome = await ports
      .send(result.body, halted)
      .catch((error: unknown) => outcomeFor('brokenOff', causeOf(error)));
    if (outcome === undefined) return;
    if (stopOnFailure && outcome.kind !== 'accepted') goesOn = false;
    if (!goesOn || performance.now() >= endMs) halt.abort();
    try {
      ledger.settle(itemIndex, outcome);
      ports.log(itemIndex, outcome);
    } catch {
      // Its outcome was recorded first of all; all others must be, too.
    }
  });
  ledger.mark(page, 'planned');
  await claims.close((itemIndex) => rows[itemIndex]!.result);

  const stopped = new Promise<undefined>((resolve) => {
    cancelled?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  for (const [itemIndex, order] of claims.before) {
    if (cancelled?.aborted) break;
    const result = await Promise.race([order, stopped]);
    // Where that order was not taken, the row is still to be sent.
    if (result !== undefined) ledger.settle(itemIndex, result);
  }
  return goesOn;
}
