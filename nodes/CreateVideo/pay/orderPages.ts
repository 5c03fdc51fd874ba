import { mapConcurrently } from '../../concurrency/mapItems';
import type { Ledger } from './Ledger';
import { maySend } from './maySend';
import type { Claimant } from '../claim/KeyStore';
import type { PageClaim } from '../claim/Orders';
import { causeOf, outcomeFor, type OrderOutcome } from '../order/orderOutcome';
import { sendSettings } from './sendOrder';

/** A page ends after so long a time: of what is sent later, the execution is stored before. */
export const pageMs = 5_000;
/** However fast it goes: so many rows are unknown at the most when n8n is killed. */
const mostRows = 100;
/** A page that took its whole time lets the next one have a few rows more, to find out. */
const leastGrowth = 1.25;
/** Until another row or execution knows what came of the same key. */
const laterMs = 1_000;

/** What ordering needs of n8n and of the service. */
export interface OrderPorts {
  /** Opens the service: what keeps it from that is found before anything is claimed. */
  connect(): Promise<unknown>;
  /**
   * Sends a request.
   *
   * @param body - the request as JSON
   * @param halted - takes it back as long as it has not left
   * @returns undefined when it was taken back
   */
  send(body: string, halted: AbortSignal): Promise<OrderOutcome | undefined>;
  /** Claims rows, so that no other visit or execution sends them as well. */
  claim(rows: readonly Claimant[]): Promise<PageClaim>;
  /** Notes an outcome where a person finds it whatever happens to the execution. */
  log(itemIndex: number, outcome: OrderOutcome): void;
  /** Whether the execution can be stored while it runs. */
  canStore(): Promise<boolean>;
  /**
   * Stores the execution, which goes on at once in a visit of its own.
   *
   * @returns false where it goes on in this visit instead
   */
  store(): Promise<boolean>;
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  cancelled: AbortSignal | undefined;
  /** Whether a row that fails keeps the others from being sent. */
  stopOnFailure: boolean;
}

/**
 * Orders the planned rows, page after page. What is stored before a page is sent names its rows, so
 * that after a crash nobody takes them for rows that were never sent.
 *
 * @returns whether the execution was stored: then the next visit goes on
 */
export async function orderPages(ledger: Ledger, ports: OrderPorts): Promise<boolean> {
  const { pass } = ledger;
  // Found out before anything is paid, also for a single row: what is paid is to be stored soon.
  const canStore = await ports.canStore();
  let isPaged = pass.isPaged && canStore;
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
  const growth = left > 0 ? 1 : Math.max(pageMs / Math.max(tookMs, 1), leastGrowth);
  return Math.min(Math.max(1, Math.ceil(settled * growth)), mostRows);
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
  const { rows } = ledger;
  const halt = new AbortController();
  const halted = AbortSignal.any([halt.signal, ...(cancelled ? [cancelled] : [])]);
  let goesOn = true;
  const settle = (itemIndex: number, outcome: OrderOutcome) => {
    ledger.settle(itemIndex, outcome);
    if (stopOnFailure && outcome.kind !== 'accepted') goesOn = false;
    if (!goesOn || performance.now() >= endMs) halt.abort();
  };

  for (let left = page; left.length > 0 && !halted.aborted;) {
    let claim: PageClaim;
    try {
      await ports.connect();
      claim = await ports.claim(ledger.rowsAt(left));
    } catch (error) {
      // Nothing of them has left; earlier pages are paid by now, and must not be hidden.
      for (const itemIndex of left) settle(itemIndex, outcomeFor('notReady', causeOf(error)));
      break;
    }
    const free: number[] = [];
    const later: number[] = [];
    for (const itemIndex of left) {
      const verdict = maySend({ claim: claim.against.get(itemIndex) });
      if (verdict === 'send') free.push(itemIndex);
      else if (typeof verdict !== 'object') later.push(itemIndex);
      else if (verdict.kind === 'notCreated') settle(itemIndex, verdict);
      // What another execution has left unknown keeps no row from being sent.
      else ledger.takeOver(itemIndex, verdict);
    }
    await mapConcurrently(free, sendSettings.rowsAtOnce, async (itemIndex) => {
      const { result } = rows[itemIndex]!;
      if (halted.aborted || !('body' in result)) return;
      try {
        // What was sent may be paid for, whatever goes wrong behind it.
        ledger.mark([itemIndex], 'sending');
        const outcome = await ports
          .send(result.body, halted)
          .catch((error: unknown) => outcomeFor('brokenOff', causeOf(error)));
        if (outcome === undefined) return;
        settle(itemIndex, outcome);
        ports.log(itemIndex, outcome);
      } catch {
        // Its outcome was recorded first of all; all others must be, too.
      }
    });
    await claim.close((itemIndex) => rows[itemIndex]!.result);
    left = later;
    if (left.length > 0) await ports.sleep(laterMs, halted).catch(() => undefined);
  }
  ledger.mark(page, 'planned');
  return goesOn;
}
