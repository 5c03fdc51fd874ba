import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Ledger,
  mayHaveSent,
  type StoredPasses,
  type Visit,
} from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import type { RowState } from '../../../../nodes/CreateVideo/order/orderOutcome.ts';

const failure = { message: '', step: '', reason: 'noAnswer', paid: 'unknown' } as const;
const planned: RowState = { kind: 'planned', body: '{}' };
const made: RowState = { kind: 'accepted', task: { id: 'a' } };
const unknown: RowState = { kind: 'unknown', failure };
const refused: RowState = { kind: 'notCreated', failure };
const row = (state: RowState, more: object = {}) => ({ state, fingerprint: '{}', ...more });

const book = (): StoredPasses => ({ passes: {} });
const open = (from: StoredPasses, more: Partial<Visit> = {}) =>
  new Ledger(from, { executionId: '7', passName: 'first', isTool: false, ...more });

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }));
afterEach(() => void vi.useRealTimers());

describe('the ledger', () => {
  it('is the same for each visit of a pass, and new for the next one', () => {
    const kept = book();
    const first = open(kept);
    expect([first.rows, first.planned]).toEqual([[], []]);
    first.plan(0, row(planned));
    expect(open(kept).rows).toHaveLength(1);
    expect(open(kept).pass).toBe(first.pass);
    expect(open(kept, { passName: 'second' }).rows).toEqual([]);
    expect(Object.keys(kept.passes)).toEqual(['second']);
  });

  it('leaves what may be charged as it is, and plans anew what was not taken', () => {
    const ledger = open(book());
    for (const at of [0, 1, 2]) ledger.plan(at, row(planned, { label: 'L' }));
    vi.setSystemTime(2_000);
    for (const [at, state] of [made, unknown, refused].entries()) ledger.settle(at, state);
    const settled = { fingerprint: '{}', label: 'L', executionId: '7', atMs: 2_000 };
    expect(ledger.rows[0]).toEqual({ ...settled, state: made });
    vi.setSystemTime(3_000);
    for (const at of [0, 1, 2]) ledger.plan(at, row(planned));
    expect(ledger.rows.map(({ state, atMs }) => [state.kind, atMs])).toEqual([
      ['accepted', 2_000],
      ['unknown', 2_000],
      ['planned', 3_000],
    ]);
  });

  it('hands the page that was written ahead to its own execution, until it is taken back', () => {
    const kept = book();
    const ledger = open(kept);
    for (const at of [0, 1, 2]) ledger.plan(at, row(planned));
    ledger.mark([1, 2], 'sending');
    expect(open(kept, { executionId: '8' }).page).toEqual([]);
    const own = open(kept);
    expect([own.page, own.planned]).toEqual([[1, 2], [0]]);
    own.settle(1, made);
    own.mark([1, 2], 'planned');
    expect([own.page, own.planned]).toEqual([[], [0, 2]]);
    expect(own.rows[1]!.state).toBe(made);
  });

  it('takes a page of another execution for lost, unless the key of a row tells more', () => {
    const kept = book();
    const before = open(kept);
    const keys = [undefined, undefined, 'a', 'b'];
    for (const [at, orderKey] of keys.entries()) before.plan(at, row(planned, { orderKey }));
    before.mark([1, 2, 3], 'sending');
    // Of its own, another try may still be under way.
    before.plan(1, row(planned));
    expect(before.rows[1]!.state).toEqual(planned);
    before.mark([1], 'sending');
    const after = open(kept, { executionId: '8' });
    // The key may have been changed meanwhile.
    for (const [at, orderKey] of [undefined, undefined, 'a', 'c'].entries())
      after.plan(at, row(planned, { orderKey }));
    const lost = { state: { kind: 'unknown', failure: { reason: 'lostPage' } }, executionId: '7' };
    const again = { state: planned, executionId: '8' };
    expect(after.rows).toMatchObject([again, lost, again, lost]);
  });
});

describe('mayHaveSent', () => {
  it.each<[boolean, RowState]>([
    [false, planned],
    [false, refused],
    [true, { kind: 'sending', body: '{}' }],
    [true, made],
    [true, unknown],
  ])('says %s of %o', (may, state) => {
    const kept = book();
    open(kept).plan(0, row(planned));
    open(kept).settle(0, state);
    expect(mayHaveSent(kept)).toBe(may);
    expect(mayHaveSent(book())).toBe(false);
  });
});

describe('the ledger of a tool call', () => {
  it.each([made, unknown])('has what an earlier call for the same request got: %o', (state) => {
    const kept = book();
    const plan = (passName: string, more: object = {}) => {
      const ledger = open(kept, { isTool: true, passName });
      ledger.plan(0, { ...row(planned), ...more });
      return ledger;
    };
    plan('a').settle(0, state);
    plan('b', row(refused));
    expect(plan('c').rows).toMatchObject([{ state, isRepeated: true }]);
    const shown = row({ kind: 'preview', request: {} });
    for (const other of [{ ...shown }, { fingerprint: '{"other":1}' }])
      expect(plan('d', other).rows).toMatchObject([{ ...row(planned), ...other }]);
  });
});
