import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ledger } from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import type { Claims } from '../../../../nodes/CreateVideo/pay/OrderKeys.ts';
import {
  nextPageSize,
  orderRows,
  pageMs,
  type OrderWorld,
} from '../../../../nodes/CreateVideo/pay/orderRows.ts';
import {
  firstPageSize,
  type Outcome,
  type Result,
} from '../../../../nodes/CreateVideo/pay/Pass.ts';
import { ToolCalls } from '../../../../nodes/CreateVideo/pay/ToolCalls.ts';

const accepted: Outcome = { kind: 'accepted', task: { id: 'task-1' } };
const failure = { message: '', description: '', reason: 'refused', paid: 'no' } as const;
const refused: Outcome = { kind: 'notCreated', failure };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A ledger of rows that are to be sent. */
function ledgerOf(rows: number, orderKey?: string) {
  const visitor = { executionId: '1', passName: 'start' };
  const ledger = new Ledger({ passes: {} }, visitor, new ToolCalls());
  const planned = { result: { kind: 'planned' }, request: '', body: '{}' } as const;
  for (let row = 0; row < rows; row++)
    ledger.plan(row, { ...planned, ...(orderKey !== undefined && { orderKey }) });
  return ledger;
}

/** One page, whose rows come to something when the test says so. */
function openPage(rows: number, more: Partial<OrderWorld> = {}, orderKey?: string) {
  const ledger = ledgerOf(rows, orderKey);
  const underWay = new Map<number, (outcome: Outcome | undefined) => void>();
  const cancel = new AbortController();
  let stored = 0;
  const world: OrderWorld = {
    cancelled: cancel.signal,
    stopOnFailure: false,
    send: (row, _, halted) =>
      new Promise((resolve) => {
        underWay.set(row, resolve);
        halted.addEventListener('abort', () => resolve(undefined));
      }),
    claim: () => Promise.reject(new Error('no keys')),
    log: () => {},
    store: async () => (stored += 1) > 0,
    ...more,
  };
  // It was written ahead by an earlier visit.
  ledger.writeAhead(ledger.planned);
  const end = orderRows(ledger, true, world);
  const kinds = () => ledger.rows.map(({ result }) => result.kind);
  const settle = async (row: number, outcome: Outcome = accepted) => {
    await vi.advanceTimersByTimeAsync(0);
    underWay.get(row)!(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { end, settle, ledger, cancel, kinds, stores: () => stored };
}

describe('a page', () => {
  it('ends when all rows came to something, and clears its timer', async () => {
    const page = openPage(2);
    await page.settle(1);
    await page.settle(0);
    expect(await page.end).toBe(false);
    expect(page.kinds()).toEqual(['accepted', 'accepted']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes back what has not left when its time is over, and writes it ahead', async () => {
    const page = openPage(3);
    await page.settle(0);
    await vi.advanceTimersByTimeAsync(pageMs - 1);
    expect(page.stores()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await page.end).toBe(true);
    expect(page.ledger.pass.page?.itemIndexes).toEqual([1, 2]);
  });

  it('does not end before one row came to something', async () => {
    const page = openPage(3);
    await vi.advanceTimersByTimeAsync(2 * pageMs);
    expect(page.stores()).toBe(0);
    await page.settle(2, refused);
    expect(await page.end).toBe(true);
    expect(page.kinds()).toEqual(['planned', 'planned', 'notCreated']);
  });

  it.each([refused, { ...refused, kind: 'unknown' } as Outcome])(
    'takes the others back when a row fails and the node stops on errors',
    async (outcome) => {
      const page = openPage(3, { stopOnFailure: true });
      await page.settle(0);
      await page.settle(1, outcome);
      expect(await page.end).toBe(false);
      expect(page.kinds()).toEqual(['accepted', outcome.kind, 'planned']);
      expect(page.stores()).toBe(0);
    },
  );

  it('goes on behind a failure where the node goes on', async () => {
    const page = openPage(2);
    await page.settle(0, refused);
    await page.settle(1);
    await page.end;
    expect(page.kinds()).toEqual(['notCreated', 'accepted']);
  });

  it('waits for all that is under way when a record throws, and then throws that', async () => {
    const log = (row: number) => {
      if (row === 0) throw new Error('out of order');
    };
    const page = openPage(2, { log });
    const end = expect(page.end).rejects.toThrow('out of order');
    await page.settle(0);
    await end;
    expect(page.kinds()).toEqual(['accepted', 'planned']);
  });

  it('sends nothing once the execution is stopped, and ends with it', async () => {
    const page = openPage(2);
    await page.settle(0);
    page.cancel.abort();
    expect(await page.end).toBe(false);
    expect(page.kinds()).toEqual(['accepted', 'planned']);
    const stopped = openPage(1, { cancelled: AbortSignal.abort() });
    expect(await stopped.end).toBe(false);
    expect(stopped.kinds()).toEqual(['planned']);
  });

  it('records as unknown what throws behind the request', async () => {
    const page = openPage(1, { send: () => Promise.reject(new Error('cannot read this')) });
    await page.end;
    expect(page.ledger.rows).toMatchObject([
      { result: { kind: 'unknown', failure: { paid: 'unknown', cause: 'cannot read this' } } },
    ]);
  });

  it('is all rows where the execution cannot be stored, and has no end by time', async () => {
    const sent: number[] = [];
    const send = async (row: number) => (sent.push(row), accepted);
    const world = { ...worldOf(), send, store: async () => false };
    expect(await orderRows(ledgerOf(30), false, world)).toBe(false);
    expect(sent).toHaveLength(30);
    // Where that is found late, the page goes on in this visit.
    expect(await orderRows(ledgerOf(30), true, world)).toBe(false);
    expect(sent).toHaveLength(60);
    const late = ledgerOf(12);
    await orderRows(late, true, world);
    expect(late.pass.page).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});

const worldOf = (): OrderWorld => ({
  cancelled: undefined,
  stopOnFailure: false,
  send: async () => accepted,
  claim: () => Promise.reject(new Error('no database')),
  log: () => {},
  store: async () => true,
});

describe('a page with Order Keys', () => {
  it.each([true, false])('sends no row whose key n8n cannot remember (stops: %s)', async (stop) => {
    const ledger = ledgerOf(2, 'a');
    const send = vi.fn(async () => accepted);
    await orderRows(ledger, false, { ...worldOf(), send, stopOnFailure: stop });
    expect(send).not.toHaveBeenCalled();
    expect(ledger.rows).toMatchObject(
      Array(2).fill({ result: { failure: { reason: 'keyNotClaimed', paid: 'no' } } }),
    );
  });

  it('sends the rows without a key all the same where the node goes on', async () => {
    const ledger = ledgerOf(1, 'a');
    const planned = { result: { kind: 'planned' }, request: '', body: '{}' } as const;
    ledger.plan(1, planned);
    await orderRows(ledger, false, worldOf());
    expect(ledger.rows.map(({ result }) => result.kind)).toEqual(['notCreated', 'accepted']);
  });

  it('gives rows what came of the order before, and sends them where that was not taken', async () => {
    const ledger = ledgerOf(2, 'a');
    const settled: number[] = [];
    let closed = 0;
    const earlier: Result = { kind: 'orderedBefore', taskId: 'old' };
    const before = [
      new Map<number, Promise<Result | undefined>>([
        [0, Promise.resolve(earlier)],
        [1, Promise.resolve(undefined)],
      ]),
      new Map<number, Promise<Result | undefined>>(),
    ];
    const claim = async (): Promise<Claims> => ({
      before: before.shift()!,
      settle: (row) => void settled.push(row),
      close: async () => void (closed += 1),
    });
    await orderRows(ledger, false, { ...worldOf(), claim });
    expect(ledger.rows.map(({ result }) => result.kind)).toEqual(['orderedBefore', 'accepted']);
    expect([settled, closed]).toEqual([[1], 2]);
  });

  it('waits for another’s order no longer than until it is stopped', async () => {
    const never = new Promise<Result | undefined>(() => {});
    const claim = async (): Promise<Claims> => ({
      before: new Map([[0, never]]),
      settle: () => {},
      close: async () => {},
    });
    const page = openPage(1, { claim }, 'a');
    await vi.advanceTimersByTimeAsync(0);
    page.cancel.abort();
    expect(await page.end).toBe(false);
    expect(page.kinds()).toEqual(['planned']);
  });
});

describe('nextPageSize', () => {
  it.each([
    { settled: 10, tookMs: 5_000, size: 13 },
    { settled: 10, tookMs: 200, size: 40 },
    { settled: 100, tookMs: 5_000, size: 125 },
    { settled: 100, tookMs: 10_000, size: 63 },
    { settled: 0, tookMs: 60_000, size: firstPageSize },
    { settled: 400, tookMs: 0, size: 1_600 },
  ])('is $size behind $settled rows in $tookMs ms', ({ settled, tookMs, size }) => {
    expect(nextPageSize(settled, tookMs)).toBe(size);
  });
});
