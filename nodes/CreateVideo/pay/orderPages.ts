import { mapConcurrently } from '../../concurrency/mapItems';
import type { Clock } from '../../concurrency/sleep';
import type { Ledger } from './Ledger';
import { maySend } from './maySend';
import type { Claimant } from '../claim/KeyStore';
import type { PageClaim } from '../claim/Orders';
import { causeOf, outcomeFor, type OrderOutcome } from '../order/orderOutcome';
import { sendSettings } from './sendOrder';

/** How long a page is sent until the execution is stored again. */
export const pageMs = 5_000;
/** How many rows may be unknown when n8n is killed. */
const mostRows = 100;
/** After a page that took its whole time, the next one tries a few rows more. */
const leastGrowth = 1.25;
/** By then, another row or execution may know what came of the same key. */
const laterMs = 1_000;

/** What ordering needs of n8n and of the service. */
export interface OrderPorts extends Pick<Clock, 'sleep'> {
  /**
   * Sends a request.
   *
   * @param body - the request as JSON
   * @param halted - takes it back as long as it hasn't left
   * @returns undefined if it was taken back
   */
  send(body: string, halted: AbortSignal): Promise<OrderOutcome | undefined>;
  /** Claims rows, so that no other visit or execution sends them; rejects if they can't be sent. */
  claim(rows: readonly Claimant[]): Promise<PageClaim>;
  /** Notes an outcome where a person finds it whatever becomes of the execution. */
  log(itemIndex: number, outcome: OrderOutcome): void;
  /** Whether the execution can be stored while it runs. */
  canStore(): Promise<boolean>;
  /** Stores the execution, so that another visit goes on at once. @returns false if this one does */
  store(): Promise<boolean>;
  cancelled: AbortSignal | undefined;
  /** Whether no more rows are sent once one has failed. */
  stopOnFailure: boolean;
}

/**
 * Orders the planned rows page by page. The execution is stored with the rows of a page before they
 * are sent, so that nobody takes them for unsent after a crash.
 *
 * @returns whether the execution was stored, so that the next visit goes on
 */
export async function orderPages(ledger: Ledger, ports: OrderPorts): Promise<boolean> {
  const { pass } = ledger;
  // Asked before anything is paid, even for a single row, because what is paid must be stored soon.
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
    const left = page.filter((row) => pass.rows[row]!.state.kind === 'planned').length;
    pass.pageSize = nextPageSize(page.length - left, left, performance.now() - startMs);
  }
  return false;
}

/**
 * How many rows the next page may have: as many as are answered in {@link pageMs}.
 *
 * @param settled - how many rows of the last page were answered
 * @param left - how many weren't sent in time
 * @param tookMs - how long that took
 */
export function nextPageSize(settled: number, left: number, tookMs: number): number {
  const growth = left > 0 ? 1 : Math.max(pageMs / Math.max(tookMs, 1), leastGrowth);
  return Math.min(Math.max(1, Math.ceil(settled * growth)), mostRows);
}

/**
 * Claims a page, sends its rows side by side, and records what comes of each. It ends with the first
 * answer after `endMs`: while the service takes nothing, there is nothing to store.
 *
 * @returns whether another page may follow
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
      claim = await ports.claim(ledger.rowsAt(left));
    } catch (error) {
      // Not thrown: earlier pages are paid by now, and must come out.
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
      // What another execution ordered or left unknown doesn't stop the other rows.
      else ledger.takeOver(itemIndex, verdict);
    }
    await mapConcurrently(free, sendSettings.rowsAtOnce, async (itemIndex) => {
      const { state } = rows[itemIndex]!;
      if (halted.aborted || !('body' in state)) return;
      try {
        ledger.mark([itemIndex], 'sending');
        const outcome = await ports
          .send(state.body, halted)
          .catch((error: unknown) => outcomeFor('brokenOff', causeOf(error)));
        if (outcome === undefined) return;
        settle(itemIndex, outcome);
        ports.log(itemIndex, outcome);
      } catch {
        // Its outcome is recorded by now, and those of the other rows must be, too.
      }
    });
    await claim.close((itemIndex) => rows[itemIndex]!.state);
    left = later;
    if (left.length > 0) await ports.sleep(laterMs, halted).catch(() => undefined);
  }
  ledger.mark(page, 'planned');
  return goesOn;
}
