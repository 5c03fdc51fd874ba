import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ledger } from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import type { PageClaim } from '../../../../nodes/CreateVideo/claim/Orders.ts';
import {
  nextPageSize,
  orderPages,
  pageMs,
  type OrderPorts,
} from '../../../../nodes/CreateVideo/pay/orderPages.ts';
import { portsOf } from '../ordering.ts';
import type { OrderOutcome, RowState } from '../../../../nodes/CreateVideo/order/orderOutcome.ts';

const accepted: OrderOutcome = { kind: 'accepted', task: { id: 'task-1' } };
const failure = { message: '', step: '', reason: 'refused', paid: 'no' } as const;
const refused: OrderOutcome = { kind: 'notCreated', failure };
const unknown: OrderOutcome = { kind: 'unknown', failure };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A ledger of rows that are to be sent. */
function ledgerOf(rows: number, isPaged = false) {
  const visitor = { executionId: '1', passName: 'start', isTool: false };
  const ledger = new Ledger({ passes: {} }, visitor);
  ledger.pass.isPaged = isPaged;
  for (let row = 0; row < rows; row++)
    ledger.plan(row, { state: { kind: 'planned', body: `${row}` }, fingerprint: '' });
  return ledger;
}
const kindsOf = ({ rows }: Ledger) => rows.map(({ state }) => state.kind);

/** One page, whose rows come to something when the test says so. */
function openPage(rows: number, more: Partial<OrderPorts> = {}) {
  const ledger = ledgerOf(rows, true);
  const underWay = new Map<number, (outcome: OrderOutcome | undefined) => void>();
  const cancel = new AbortController();
  let stores = 0;
  const send: OrderPorts['send'] = (body, halted) =>
    new Promise((resolve) => {
      underWay.set(Number(body), resolve);
      halted.addEventListener('abort', () => resolve(undefined));
    });
  const store = async () => (stores += 1) > 0;
  // It was written ahead by an earlier visit.
  ledger.mark(ledger.planned, 'sending');
  const end = orderPages(ledger, portsOf({ cancelled: cancel.signal, send, store, ...more }));
  const settle = async (row: number, outcome: OrderOutcome = accepted) => {
    await vi.advanceTimersByTimeAsync(0);
    underWay.get(row)!(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { end, settle, ledger, cancel, kinds: () => kindsOf(ledger), stores: () => stores };
}

describe('a page', () => {
  it('ends with the first row that comes to something behind its time, and leaves the rest', async () => {
    const page = openPage(4);
    await vi.advanceTimersByTimeAsync(pageMs - 1);
    await page.settle(1, refused);
    expect(page.stores()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.stores()).toBe(0);
    await page.settle(0);
    expect(await page.end).toBe(true);
    // As many as went, for the next visit.
    expect(page.kinds()).toEqual(['accepted', 'notCreated', 'sending', 'sending']);
    expect(page.ledger.pass.pageSize).toBe(2);
  });

  it.each([refused, unknown])(
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

  it('records every outcome, and as unknown one that throws, whatever throws behind it', async () => {
    const log = vi.fn(() => {
      throw new Error('out of order');
    });
    const send: OrderPorts['send'] = async (body) => {
      if (body === '1') throw new Error('cannot read this');
      return accepted;
    };
    const ledger = ledgerOf(3);
    expect(await orderPages(ledger, portsOf({ log, send }))).toBe(false);
    const told = { reason: 'brokenOff', paid: 'unknown', cause: 'cannot read this' };
    const thrown = { kind: 'unknown', failure: told };
    expect(ledger.rows.map(({ state }) => state)).toMatchObject([accepted, thrown, accepted]);
    expect(log.mock.calls).toMatchObject([
      [0, accepted],
      [1, thrown],
      [2, accepted],
    ]);
  });

  it('sends nothing once the execution is stopped, and ends with it', async () => {
    const page = openPage(2);
    await page.settle(0);
    page.cancel.abort();
    expect(await page.end).toBe(false);
    expect(page.kinds()).toEqual(['accepted', 'planned']);
    const stopped = openPage(1, { cancelled: AbortSignal.abort() });
    expect(await stopped.end).toBe(false);
    expect(stopped.kinds()).toEqual(['sending']);
  });

  it('goes on in this visit, and has no end by time, where the execution turns out not to be stored', async () => {
    const send = vi.fn(async () => accepted);
    const ledger = ledgerOf(30, true);
    expect(await orderPages(ledger, portsOf({ send, store: async () => false }))).toBe(false);
    expect(send).toHaveBeenCalledTimes(30);
    expect(new Set(kindsOf(ledger))).toEqual(new Set(['accepted']));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a page whose rows are claimed', () => {
  it.each([
    [true, 10],
    [false, 12],
  ])('is not sent, and says so, where that fails (stops: %s)', async (stopOnFailure, told) => {
    const claim = () => Promise.reject(new Error('no database'));
    const ledger = ledgerOf(12);
    const send = vi.fn(async () => accepted);
    ledger.mark(ledger.planned.slice(0, 10), 'sending');
    await orderPages(ledger, portsOf({ send, claim, stopOnFailure }));
    expect(send).not.toHaveBeenCalled();
    const failed = ledger.rows.filter(({ state }) => state.kind === 'notCreated');
    expect(failed).toMatchObject(
      Array(told).fill({ state: { failure: { reason: 'notReady', paid: 'no' } } }),
    );
    // They may be sent by a retry.
    for (const at of ledger.rows.keys())
      ledger.plan(at, { state: { kind: 'planned', body: '' }, fingerprint: '' });
    expect(ledger.planned).toHaveLength(12);
  });

  /** A page whose claims are one after another what the test says. */
  async function order(claims: Array<Array<[number, unknown]>>, more: Partial<OrderPorts> = {}) {
    const ledger = ledgerOf(2);
    const closed: string[][] = [];
    const asked: number[][] = [];
    const claim = async (rows: ReadonlyArray<{ itemIndex: number }>): Promise<PageClaim> => {
      asked.push(rows.map(({ itemIndex }) => itemIndex));
      return {
        against: new Map(claims.shift() ?? []) as PageClaim['against'],
        close: async (stateOf) => void closed.push([0, 1].map((row) => stateOf(row).kind)),
      };
    };
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    await orderPages(ledger, portsOf({ claim, sleep, ...more }));
    for (const row of ledger.rows) expect(row).not.toHaveProperty('isRepeated');
    return { kinds: kindsOf(ledger), closed, asked, slept };
  }
  it('asks again for a row whose key another is sending, when the others were sent', async () => {
    const { kinds, asked, slept, closed } = await order([[[0, 'underWay']], [[0, 'underWay']], []]);
    expect(kinds).toEqual(['accepted', 'accepted']);
    expect(asked).toEqual([[0, 1], [0], [0]]);
    expect(slept).toEqual([1_000, 1_000]);
    expect(closed[0]).toEqual(['planned', 'accepted']);
  });

  it('stops asking when the execution is stopped', async () => {
    const stop = new AbortController();
    const sleep = async () => stop.abort();
    const claims = [[0, 1].map((row): [number, unknown] => [row, 'underWay'])];
    const { kinds } = await order(claims, { sleep, cancelled: stop.signal });
    expect(kinds).toEqual(['planned', 'planned']);
  });

  const earlier: RowState = { kind: 'orderedBefore', taskId: 'old', isChanged: false };
  it.each<[unknown, boolean, ...kinds: string[]]>([
    [earlier, true, 'orderedBefore', 'accepted'],
    // By this very row: n8n has started it again from an older state.
    [accepted, true, 'accepted', 'accepted'],
    ['claimed', true, 'unknown', 'accepted'],
    [refused, true, 'notCreated', 'planned'],
    [refused, false, 'notCreated', 'accepted'],
  ])('has %o against its first row (stops: %s)', async (against, stopOnFailure, ...kinds) => {
    const came = await order([[[0, against]]], { stopOnFailure });
    expect(came).toEqual({ kinds, closed: [kinds], asked: [[0, 1]], slept: [] });
  });

  it('counts as being sent while its request is under way, and as planned when that is taken back', async () => {
    const ledger = ledgerOf(2);
    const seen: string[] = [];
    const send = async (body: string) => {
      seen.push(ledger.rows[Number(body)]!.state.kind);
      return body === '0' ? undefined : accepted;
    };
    const cancelled = new AbortController();
    const close = async () => cancelled.abort();
    const claim = async () => ({ against: new Map(), close });
    await orderPages(ledger, portsOf({ send, claim, cancelled: cancelled.signal }));
    expect(seen).toEqual(['sending', 'sending']);
    expect(kindsOf(ledger)).toEqual(['planned', 'accepted']);
  });
});

describe('nextPageSize', () => {
  it.each([
    { settled: 10, left: 0, tookMs: 5_000, size: 13 },
    { settled: 10, left: 0, tookMs: 200, size: 100 },
    // Slow answers, all under way at once.
    { settled: 10, left: 0, tookMs: 20_000, size: 13 },
    { settled: 5, left: 5, tookMs: 5_000, size: 5 },
    { settled: 0, left: 3, tookMs: 60_000, size: 1 },
    { settled: 400, left: 1, tookMs: 20_000, size: 100 },
  ])('is $size behind $settled rows in $tookMs ms, and $left left', (test) => {
    expect(nextPageSize(test.settled, test.left, test.tookMs)).toBe(test.size);
  });
});
