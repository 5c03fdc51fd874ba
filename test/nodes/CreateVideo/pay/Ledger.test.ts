import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Ledger,
  type StoredPasses,
  type Visitor,
} from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import { ToolCalls } from '../../../../nodes/CreateVideo/pay/ToolCalls.ts';
import type { Result } from '../../../../nodes/CreateVideo/pay/Pass.ts';

const failure = { message: '', description: '', reason: 'noAnswer', paid: 'unknown' } as const;
const planned: Result = { kind: 'planned', body: '{}' };
const made: Result = { kind: 'accepted', task: { id: 'a' } };
const unknown: Result = { kind: 'unknown', failure };
const refused: Result = { kind: 'notCreated', failure };
const row = (result: Result, more: object = {}) => ({ result, request: '{}', ...more });

const book = (): StoredPasses => ({ passes: {} });
const open = (from: StoredPasses, more: Partial<Visitor> = {}, calls = new ToolCalls()) =>
  new Ledger(from, { executionId: '7', passName: 'first', ...more }, calls);

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

  it('leaves a row as it is that came to the same, and keeps no request of what was settled', () => {
    const ledger = open(book());
    ledger.plan(0, row(planned, { label: 'L' }));
    const before = ledger.pass.rows[0];
    ledger.plan(0, row(planned));
    expect(ledger.pass.rows[0]).toBe(before);
    vi.setSystemTime(2_000);
    ledger.settle(0, refused);
    const settled = { result: refused, request: '{}', label: 'L', executionId: '7', atMs: 2_000 };
    expect(ledger.pass.rows[0]).toEqual(settled);
    ledger.plan(0, row(planned));
    expect(ledger.planned).toEqual([0]);
  });

  it('uses up a place of the Spending Limit with each row that may be paid', () => {
    const ledger = open(book());
    ledger.pass.places = ['one', 'two', 'three'];
    for (const [at, result] of [made, unknown, refused].entries()) {
      ledger.plan(at, row(planned));
      ledger.settle(at, result);
    }
    expect(ledger.pass.places).toEqual(['one']);
  });

  it('hands the page that was written ahead to its own execution, until it is taken back', () => {
    const kept = book();
    const ledger = open(kept);
    for (const at of [0, 1, 2]) ledger.plan(at, row(planned));
    ledger.mark([1, 2], 'sending');
    expect(open(kept, { executionId: '8' }).page).toEqual([]);
    const own = open(kept);
    own.closeLostPage();
    expect([own.page, own.planned]).toEqual([[1, 2], [0]]);
    own.settle(1, made);
    own.mark([1, 2], 'planned');
    expect([own.page, own.planned]).toEqual([[], [0, 2]]);
    expect(own.rows[1]!.result).toBe(made);
  });

  it('takes a page of another execution for lost, and its rows for what may be paid', () => {
    const kept = book();
    const before = open(kept);
    for (const at of [0, 1]) before.plan(at, row(planned));
    before.mark([1], 'sending');
    const after = open(kept, { executionId: '8' });
    after.closeLostPage();
    expect(after.rows).toMatchObject([
      { result: planned },
      { result: { kind: 'unknown', failure: { reason: 'lostPage' } }, executionId: '7' },
    ]);
  });

  it('finds of a row what was ordered, and nothing of one that was not taken', () => {
    const ledger = open(book());
    for (const [at, result] of [made, unknown, refused].entries()) ledger.plan(at, row(result));
    expect([0, 1, 2, 3].map((at) => ledger.find(at, '{}'))).toEqual([
      made,
      unknown,
      undefined,
      undefined,
    ]);
  });
});

describe('the ledger of a tool call', () => {
  const toolCall = (more: object = {}) => ({
    toolCall: { call: {}, agentTry: undefined, ...more },
  });

  it('is a pass of its own, and the same for the tries of one call', () => {
    const [kept, calls] = [book(), new ToolCalls()];
    const first = toolCall();
    const one = open(kept, first, calls);
    expect(open(kept, first, calls).pass).toBe(one.pass);
    const other = open(kept, toolCall(), calls);
    expect(other.pass).not.toBe(one.pass);
    expect(Object.values(kept.passes)).toEqual([one.pass, other.pass]);
  });

  it('stands for an earlier one of its execution that may have been made', () => {
    const kept = book();
    open(kept, toolCall()).plan(0, row(unknown));
    const again = (request: string | undefined, executionId = '7') =>
      open(kept, { ...toolCall(), executionId }).find(0, request);
    expect(again('{}')).toBe(unknown);
    expect(again('{"other":1}')).toBeUndefined();
    expect(again(undefined)).toBeUndefined();
    expect(again('{}', '8')).toBeUndefined();
    expect(open(kept).find(0, '{}')).toBeUndefined();
  });

  it('orders anew what the newest of the same request has got', () => {
    const kept = book();
    open(kept, toolCall()).plan(0, row(unknown));
    open(kept, toolCall()).plan(0, row(made));
    expect(open(kept, toolCall()).find(0, '{}')).toBeUndefined();
  });

  it('stands for the call of an earlier try of its agent', () => {
    const [kept, calls] = [book(), new ToolCalls()];
    const run = {};
    const asked = (attempt: object) => open(kept, toolCall({ agentTry: { run, attempt } }), calls);
    const [firstTry, nextTry] = [{}, {}];
    const one = asked(firstTry);
    expect(one.find(0, '{}')).toBeUndefined();
    one.plan(0, row(made));
    expect(asked(firstTry).find(0, '{}')).toBeUndefined();
    expect(asked(nextTry).find(0, '{"other":1}')).toBeUndefined();
    expect(asked(nextTry).find(0, '{}')).toBe(made);
    expect(asked(nextTry).find(0, '{}')).toBeUndefined();
  });
});
