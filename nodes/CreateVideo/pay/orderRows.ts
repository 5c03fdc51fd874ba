import { sleep } from '../../concurrency/sleep';
import { taskField } from '../../generated/contract';
import type { DedupStore } from '../../n8n/dedupStore';
import type { Ledger } from './Ledger';
import { withKey } from './orderedBefore';
import type { Claims, OrderKeys, Placed } from './OrderKeys';
import { nextPageSize, pageMs } from './pageSize';
import { keyNotClaimed, type Outcome } from './readCreateAnswer';
import { sendPage } from './sendPage';
import type { Row } from './Pass';

/** What ordering needs of n8n and of the service. */
export interface OrderWorld {
  /**
   * Sends the request of a row.
   *
   * @param halted - takes it back as long as it has not left
   * @returns undefined when it was taken back
   */
  send(itemIndex: number, row: Row, halted: AbortSignal): Promise<Outcome | undefined>;
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

/** The keys of rows that have one. */
export interface KeyWorld {
  keys: OrderKeys;
  store: DedupStore;
  isShared: boolean;
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
  keyed: KeyWorld | undefined,
): Promise<boolean> {
  const { pass } = ledger;
  let page = ledger.takePage();
  let isPaged = inPages;
  while (!world.cancelled?.aborted) {
    if (page === undefined) {
      const { planned } = ledger;
      page = isPaged ? planned.slice(0, pass.pageSize) : planned;
      if (page.length === 0) return false;
      if (isPaged) {
        ledger.writeAhead(page);
        if (await world.store()) return true;
        page = ledger.takePage();
        isPaged = false;
        continue;
      }
    }
    const ofPage = page.filter((itemIndex) => pass.rows[itemIndex]?.result.kind === 'planned');
    const paging = { pageMs: isPaged ? pageMs : Infinity, stopOnFailure };
    const startMs = performance.now();
    const end = await orderPage(ledger, ofPage, paging, world, keyed);
    if (end.isStopped) return false;
    pass.pageSize = nextPageSize(end.settled, performance.now() - startMs);
    page = undefined;
  }
  return false;
}

/** Claims the keys of a page, sends its rows, and frees the keys of those that were not taken. */
async function orderPage(
  ledger: Ledger,
  itemIndexes: readonly number[],
  paging: { pageMs: number; stopOnFailure: boolean },
  world: OrderWorld,
  keyed: KeyWorld | undefined,
) {
  const rowOf = (itemIndex: number) => ledger.pass.rows[itemIndex]!;
  const withKeys = itemIndexes.flatMap((itemIndex) => {
    const { orderKey } = rowOf(itemIndex);
    return orderKey === undefined ? [] : [{ itemIndex, orderKey }];
  });
  let claims: Claims = noClaims;
  try {
    if (keyed !== undefined && withKeys.length > 0)
      claims = await keyed.keys.claim(keyed.store, withKeys, keyed.isShared);
  } catch (error) {
    // Earlier pages are paid by now: what is said of these rows must not hide them.
    for (const { itemIndex } of withKeys) ledger.settle(itemIndex, keyNotClaimed(error));
    if (paging.stopOnFailure) return { settled: 0, isStopped: true };
  }
  try {
    const toSend = itemIndexes.filter(
      (itemIndex) => rowOf(itemIndex).result.kind === 'planned' && !claims.before.has(itemIndex),
    );
    return await sendPage(toSend, paging, {
      cancelled: world.cancelled,
      sleep,
      send: async (itemIndex, halted) => await world.send(itemIndex, rowOf(itemIndex), halted),
      record(itemIndex, outcome) {
        const { orderKey } = rowOf(itemIndex);
        ledger.settle(itemIndex, withKey(outcome, orderKey));
        claims.settle(itemIndex, placedOf(outcome));
        world.log(itemIndex, outcome);
      },
    });
  } finally {
    await claims.close();
    await settleBefore(ledger, claims, world.cancelled);
  }
}

const noClaims: Claims = { before: new Map(), settle: () => {}, close: async () => {} };

function placedOf(outcome: Outcome): Placed {
  if (outcome.kind === 'notCreated') return { isTaken: false };
  const taskId =
    outcome.kind === 'accepted' ? String(outcome.task[taskField.id]) : outcome.failure.taskId;
  return { isTaken: true, ...(taskId !== undefined && { taskId }) };
}

/** Rows whose key was another order's get its task; where that was not taken, they are still to be sent. */
async function settleBefore(
  ledger: Ledger,
  { before }: Claims,
  cancelled: AbortSignal | undefined,
): Promise<void> {
  if (before.size === 0) return;
  const stopped = new Promise<undefined>((resolve) => {
    if (cancelled?.aborted) resolve(undefined);
    cancelled?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  for (const [itemIndex, order] of before) {
    const placed = await Promise.race([order, stopped]);
    if (!placed?.isTaken) continue;
    const { orderKey = '' } = ledger.pass.rows[itemIndex]!;
    const { taskId } = placed;
    const known = taskId === undefined ? {} : { taskId };
    ledger.settle(itemIndex, { kind: 'orderedBefore', orderKey, ...known });
  }
}
