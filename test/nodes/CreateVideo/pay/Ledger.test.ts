import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Ledger, type Book, type Visitor } from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import { ToolCalls } from '../../../../nodes/CreateVideo/pay/ToolCalls.ts';
import type { Result } from '../../../../nodes/CreateVideo/pay/Pass.ts';

const failure = { message: '', description: '', reason: 'noAnswer', paid: 'unknown' } as const;
const planned: Result = { kind: 'planned' };
const made: Result = { kind: 'accepted', task: { id: 'a' } };
const unknown: Result = { kind: 'unknown', failure };
const refused: Result = { kind: 'notCreated', failure };
const row = (result: Result, more: object = {}) => ({ result, request: '{}', body: '{}', ...more });

const book = (): Book => ({ passes: {} });
const open = (from: Book, more: Partial<Visitor> = {}, calls = new ToolCalls()) =>
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

  it('has to send what is planned, and keeps no request of what was settled', () => {
    const ledger = open(book());
    for (const at of [0, 1, 2]) ledger.plan(at, row(planned));
    expect(ledger.planned).toEqual([0, 1, 2]);
    vi.setSystemTime(2_000);
    ledger.settle(1, refused);
    expect(ledger.planned).toEqual([0, 2]);
    expect(ledger.pass.rows[1]).toEqual({
      result: refused,
      request: '{}',
      executionId: '7',
      atMs: 2_000,
    });
  });

  it('leaves a row as it is that came to the same', () => {
    const ledger = open(book());
    ledger.plan(0, row(planned, { label: 'L' }));
    const before = ledger.pass.rows[0];
    ledger.plan(0, row(planned));
    expect(ledger.pass.rows[0]).toBe(before);
    ledger.plan(0, row(refused));
    expect(ledger.pass.rows[0]).toMatchObject({ result: refused, executionId: '7', atMs: 1_000 });
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

  it('hands the page that was written ahead to its own execution, once', () => {
    const kept = book();
    open(kept).writeAhead([2, 3]);
    const other = open(kept, { executionId: '8' });
    expect([other.hasPage, other.takePage()]).toEqual([false, undefined]);
    const own = open(kept);
    own.closeLostPage();
    expect([own.hasPage, own.takePage()]).toEqual([true, [2, 3]]);
    expect([own.hasPage, own.takePage()]).toEqual([false, undefined]);
  });

  it('has no page for a call that has no ID', () => {
    const nameless = { executionId: undefined as unknown as string };
    expect(open(book(), nameless).hasPage).toBe(false);
  });

  it('takes a page of another execution for lost, and its rows for what may be paid', () => {
    const kept = book();
    const before = open(kept);
    for (const at of [0, 1]) before.plan(at, row(planned));
    before.writeAhead([1]);
    const after = open(kept, { executionId: '8' });
    after.closeLostPage();
    expect(after.pass.page).toBeUndefined();
    expect(after.pass.rows[1]).toMatchObject({ result: { kind: 'unknown' }, executionId: '7' });
    expect(after.planned).toEqual([0]);
    after.closeLostPage();
  });

  it('counts the failed tries of each execution', () => {
    const kept = book();
    const ledger = open(kept);
    expect(ledger.failedTries).toBe(0);
    ledger.noteFailedTry();
    ledger.noteFailedTry();
    expect(ledger.failedTries).toBe(2);
    expect(open(kept, { executionId: '8' }).failedTries).toBe(0);
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
    toolCall: { call: {}, agentTry: undefined, nodeName: 'n', ...more },
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
    const again = (request?: string, executionId = '7') =>
      open(kept, { ...toolCall(), executionId }).find(0, request);
    expect(again('{}')).toBe(unknown);
    expect(again('{"other":1}')).toBeUndefined();
    expect(again()).toBeUndefined();
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
    const asked = (attempt: object, nodeName = 'n') =>
      open(kept, toolCall({ agentTry: { run, attempt }, nodeName }), calls);
    const [firstTry, nextTry] = [{}, {}];
    const one = asked(firstTry);
    expect(one.find(0, '{}')).toBeUndefined();
    one.plan(0, row(made));
    expect(asked(firstTry).find(0, '{}')).toBeUndefined();
    expect(asked(nextTry, 'other').find(0, '{}')).toBeUndefined();
    expect(asked(nextTry).find(0, '{}')).toBe(made);
    expect(asked(nextTry).find(0, '{}')).toBeUndefined();
  });
});
