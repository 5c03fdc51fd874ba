import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Ledger,
  mayHaveSent,
  type StoredPasses,
  type Visit,
} from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import { ToolCalls } from '../../../../nodes/CreateVideo/pay/ToolCalls.ts';
import type { RowResult } from '../../../../nodes/CreateVideo/pay/Pass.ts';

const failure = { message: '', step: '', reason: 'noAnswer', paid: 'unknown' } as const;
const planned: RowResult = { kind: 'planned', body: '{}' };
const made: RowResult = { kind: 'accepted', task: { id: 'a' } };
const unknown: RowResult = { kind: 'unknown', failure };
const refused: RowResult = { kind: 'notCreated', failure };
const row = (result: RowResult, more: object = {}) => ({ result, fingerprint: '{}', ...more });

const book = (): StoredPasses => ({ passes: {} });
const open = (from: StoredPasses, more: Partial<Visit> = {}, calls = new ToolCalls()) =>
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

  it('leaves what may be charged as it is, and plans anew what was not taken', () => {
    const ledger = open(book());
    for (const at of [0, 1, 2]) ledger.plan(at, row(planned, { label: 'L' }));
    vi.setSystemTime(2_000);
    for (const [at, result] of [made, unknown, refused].entries()) ledger.settle(at, result);
    const settled = { fingerprint: '{}', label: 'L', executionId: '7', atMs: 2_000 };
    expect(ledger.rows[0]).toEqual({ ...settled, result: made });
    vi.setSystemTime(3_000);
    for (const at of [0, 1, 2]) ledger.plan(at, row(planned));
    expect(ledger.rows.map(({ result, atMs }) => [result.kind, atMs])).toEqual([
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
    expect(own.rows[1]!.result).toBe(made);
  });

  it('takes a page of another execution for lost, unless the key of a row tells more', () => {
    const kept = book();
    const before = open(kept);
    const keys = [undefined, undefined, 'a', 'b'];
    for (const [at, orderKey] of keys.entries()) before.plan(at, row(planned, { orderKey }));
    before.mark([1, 2, 3], 'sending');
    const after = open(kept, { executionId: '8' });
    // The key may have been changed meanwhile.
    for (const [at, orderKey] of [undefined, undefined, 'a', 'c'].entries())
      after.plan(at, row(planned, { orderKey }));
    const lost = { result: { kind: 'unknown', failure: { reason: 'lostPage' } }, executionId: '7' };
    const again = { result: planned, executionId: '8' };
    expect(after.rows).toMatchObject([again, lost, again, lost]);
  });
});

describe('mayHaveSent', () => {
  it.each<[boolean, RowResult]>([
    [false, planned],
    [false, refused],
    [true, { kind: 'sending', body: '{}' }],
    [true, made],
    [true, unknown],
  ])('says %s of %o', (may, result) => {
    const kept = book();
    open(kept).plan(0, row(planned));
    open(kept).settle(0, result);
    expect(mayHaveSent(kept)).toBe(may);
    expect(mayHaveSent(book())).toBe(false);
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

  /** What a new call has got once it is planned, for a request. */
  const ask = (ledger: Ledger, fingerprint = '{}') => {
    ledger.plan(0, { result: planned, fingerprint });
    return ledger.rows[0]!.result;
  };

  it('stands for an earlier one that may have been made, of its execution or the retried one', () => {
    const kept = book();
    open(kept, toolCall()).plan(0, row(unknown));
    const again = (executionId: string, fingerprint?: string) =>
      ask(open(kept, { ...toolCall(), executionId }), fingerprint);
    expect(again('7', '{"other":1}')).toBe(planned);
    expect(again('7')).toBe(unknown);
    expect(again('8')).toBe(unknown);
    expect(ask(open(kept))).toBe(planned);
  });

  it('orders anew what the newest of the same request has got', () => {
    const kept = book();
    open(kept, toolCall()).plan(0, row(unknown));
    const newest = open(kept, toolCall());
    newest.plan(0, row(made));
    newest.settle(0, made);
    expect(ask(open(kept, toolCall()))).toBe(planned);
  });

  it('stands for the call of an earlier try of its agent, once', () => {
    const [kept, calls] = [book(), new ToolCalls()];
    const run = {};
    const asked = (attempt: object, request?: string) =>
      ask(open(kept, toolCall({ agentTry: { run, attempt } }), calls), request);
    const [firstTry, nextTry] = [{}, {}];
    const one = open(kept, toolCall({ agentTry: { run, attempt: firstTry } }), calls);
    one.plan(0, row(made));
    expect(asked(firstTry, '{"other":1}')).toBe(planned);
    expect(asked(firstTry)).toBe(planned);
    expect(asked(nextTry, '{"another":1}')).toBe(planned);
    expect(asked(nextTry)).toBe(made);
    expect(asked(nextTry)).toBe(planned);
  });

  it('stands for a call of the execution that it retries, once, however often that is retried', () => {
    const kept = book();
    for (const task of ['a', 'b']) {
      const result = { kind: 'accepted', task: { id: task } } as const;
      open(kept, toolCall()).plan(0, row(result));
    }
    for (const executionId of ['8', '9']) {
      const asked = () => ask(open(kept, { ...toolCall(), executionId }));
      const tasks = [asked(), asked()].map((result) => 'task' in result && result.task.id);
      expect(tasks).toEqual(['a', 'b']);
    }
    expect(ask(open(kept, { ...toolCall(), executionId: '9' }))).toBe(planned);
  });
});
