import { describe, expect, it } from 'vitest';
import type { RowState } from '../../../nodes/CreateVideo/order/orderOutcome.ts';
import type { Plan } from '../../../nodes/CreateVideo/order/planItems.ts';
import type { Ordering } from '../../../nodes/CreateVideo/openOrdering.ts';
import { Ledger, type StoredPasses, type Visit } from '../../../nodes/CreateVideo/pay/Ledger.ts';
import { endTry, goOn, outcomesOf, toWaitItems } from '../../../nodes/CreateVideo/run.ts';
import { failureFor, type Failure } from '../../../nodes/outcomes/Failure.ts';
import { orderingOf } from './ordering.ts';

const failure: Failure = { reason: 'refused', paid: 'no', message: 'm', step: 'd' };
const refused = { kind: 'notCreated', failure } as const;
const wrong: Plan = { state: refused };
const row: Plan = { state: { kind: 'planned', body: '{}' } };
const limits = [{ most: 1, per: 'day' }] as const;

interface Start extends Partial<Visit> {
  stored?: StoredPasses;
  plans?: Plan[];
  /** Whether the operation is Create and Wait. */
  waits?: boolean;
}

/** One visit of an execution, which orders these rows, notes what it does, and fails if a row has. */
function open(
  { stored = { passes: {} }, plans = [row], waits = true, ...visit }: Start = {},
  { ports, ...more }: Parameters<typeof orderingOf>[1] = {},
) {
  const start = { executionId: '1', passName: 'start', isTool: false };
  const ledger = new Ledger(stored, { ...start, ...visit });
  const done: string[] = [];
  const ordering = orderingOf(ledger, {
    planItems: async () => (done.push('plan'), plans),
    ...more,
    ports: {
      canStore: async () => done.push('can it be stored?') > 0,
      send: async () => (done.push('send'), { kind: 'accepted', task: { id: 'a' } }),
      store: async () => (done.push('store'), true),
      ...ports,
    },
  });
  const go = async (form: object = {}) => {
    const readForm = async () => ({ problems: [], limits: [], stayAwake: false, ...form });
    await goOn(ordering, waits, readForm, async (isWaiting) => {
      done.push(isWaiting ? 'wait' : 'give out');
      endTry(ordering, outcomesOf(await toWaitItems(ledger.rows)));
    });
    return done;
  };
  return { go, done, stored, ledger, kinds: () => ledger.rows.map(({ state }) => state.kind) };
}

const ask = 'can it be stored?';

describe('a visit', () => {
  it('goes through all phases for a single row, and asks whether it could be stored before that is paid', async () => {
    const { go, ledger } = open();
    expect(await go()).toEqual(['plan', ask, 'send', 'wait']);
    expect(ledger.pass.phase).toBe('wait');
  });

  it('stores a table before its first page; the next one sends that, and reads no form', async () => {
    const { go, stored, ledger } = open({ plans: [row, row] });
    expect(await go()).toEqual(['plan', ask, 'store']);
    expect(ledger.pass.phase).toBe('order');
    const next = open({ stored: structuredClone(stored) }, { isWoken: true });
    expect(await next.go({ limits })).toEqual([ask, 'send', 'send', 'wait']);
    // Another execution starts from what is stored: it plans anew.
    const retried = open({ stored, plans: [row, row], executionId: '2' });
    expect(await retried.go()).toEqual(['plan', 'wait']);
    expect(retried.kinds()).toEqual(['unknown', 'unknown']);
  });

  it('sends nothing once the videos are waited for; without waiting, another try sends what wasn’t taken', async () => {
    for (const [waits, again] of [
      [true, ['wait']],
      [false, ['plan', ask, 'send', 'give out']],
    ] as const) {
      const { stored, go } = open({ waits }, { ports: { send: async () => refused } });
      await go();
      expect(await open({ stored, waits }).go()).toEqual(again);
    }
  });

  it.each([
    ['a single row of a pass that is not the execution’s first', [row], { isFirstPass: false }],
    ['a table', [row, row], {}],
  ])('stores %s, unless it is to stay awake or n8n can’t', async (_, plans, more) => {
    const sends = [...plans.map(() => 'send'), 'wait'];
    expect(await open({ plans }, more).go()).toEqual(['plan', ask, 'store']);
    expect(await open({ plans }, more).go({ stayAwake: true })).toEqual(['plan', ask, ...sends]);
    const unstored = open({ plans }, { ...more, ports: { canStore: async () => false } });
    expect(await unstored.go()).toEqual(['plan', ...sends]);
  });

  it('sends nothing where a row is wrong and the node stops, and the others where it goes on', async () => {
    const plans = [row, wrong];
    const stops = open({ plans }, { ports: { stopOnFailure: true } });
    const stop = { failure: { rows: [{}, {}] }, itemIndex: 1 };
    await expect(stops.go()).rejects.toMatchObject(stop);
    expect([stops.done, stops.kinds()]).toEqual([
      ['plan', 'wait'],
      ['planned', 'notCreated'],
    ]);
    const goesOn = open({ plans });
    await goesOn.go({ stayAwake: true });
    expect(goesOn.kinds()).toEqual(['accepted', 'notCreated']);
  });

  it('sends no row of several where the limit has no room for all', async () => {
    const asked: number[][] = [];
    const checkRoom: Ordering['checkRoom'] = async (rows) => {
      asked.push(rows.map(({ itemIndex }) => itemIndex));
      return failure;
    };
    const table = open({ plans: [wrong, row, row] }, { checkRoom });
    expect(await table.go({ limits })).toEqual(['plan', 'wait']);
    expect([table.kinds(), asked]).toEqual([Array(3).fill('notCreated'), [[1, 2]]]);
    const unlimited = open({ plans: [row, row] }, { checkRoom });
    await unlimited.go({ stayAwake: true });
    // A single row takes its room, or not, when it is claimed.
    const single = open({}, { checkRoom });
    await single.go({ limits });
    expect([...unlimited.kinds(), ...single.kinds()]).toEqual(Array(3).fill('accepted'));
    expect(single.ledger.pass.limits).toEqual(limits);
  });

  it('goes on behind a lost page although the node stops on errors, and fails in the end', async () => {
    const plans = Array<Plan>(12).fill(row);
    const { stored, go } = open({ plans });
    await go();
    const stops = { ports: { stopOnFailure: true } };
    const retried = open({ stored, plans, executionId: '2' }, stops);
    expect(await retried.go()).toEqual(['plan', ask, 'store']);
    const next = open({ stored, executionId: '2' }, { ...stops, isWoken: true });
    const lost = { failure: { reason: 'lostPage', paid: 'yes' } };
    await expect(next.go()).rejects.toMatchObject(lost);
    expect(next.kinds()).toEqual([...Array(10).fill('unknown'), 'accepted', 'accepted']);
  });

  it('sends nothing where n8n has lost what was ordered before the sleep', async () => {
    const { go, done } = open({}, { isWoken: true });
    const lost = { failure: { reason: 'lostBatch', paid: 'unknown' } };
    await expect(go()).rejects.toMatchObject(lost);
    expect(done).toEqual([]);
  });

  it('ends Retry On Fail after its tries, though n8n counts anew behind a sleep', async () => {
    const stored: StoredPasses = { passes: {} };
    let sent = 0;
    const ports = { send: async () => ((sent += 1), refused), stopOnFailure: true };
    const again = async (executionId: string) => {
      const { go } = open({ stored, executionId, mostTries: 2 }, { ports });
      await expect(go()).rejects.toMatchObject({ failure });
      return sent;
    };
    expect([await again('1'), await again('1'), await again('1')]).toEqual([1, 2, 2]);
    // A person's Retry is another execution.
    expect(await again('2')).toBe(3);
  });
});

const item = { itemIndex: 0, orderKey: 'k', label: 'L' };
const made: RowState = { kind: 'accepted', task: { id: 7, cost: 3 } };
const task = { taskId: '7', created: { id: 7, status: 'pending', cost: 3 }, createdAtMs: 5 };
const request = { prompt: 'A' };
const asked = { method: 'POST', path: '/v1/videos/generations', request };
const shown = { preview: true, paid: 'no', ...asked };

const read = async (state: RowState, more: object = {}) =>
  await toWaitItems([{ executionId: '1', atMs: 5, orderKey: 'k', label: 'L', state, ...more }]);

describe('what a row of the record is to the wait', () => {
  it.each<[string, RowState, object, object]>([
    ['made now: paid', made, {}, { ...task, paid: 'yes' }],
    [
      'made by an earlier call: nothing paid',
      made,
      { isRepeated: true },
      { ...task, paid: 'no', isFromBefore: true },
    ],
    [
      'ordered before, its ID known',
      { kind: 'orderedBefore', taskId: 'old', isChanged: true },
      {},
      { taskId: 'old', isChanged: true, isFromBefore: true, paid: 'no' },
    ],
    ['only shown', { kind: 'preview', request }, {}, { paid: 'no', shown }],
    ['not sent', { kind: 'planned', body: '' }, {}, { failure: failureFor('notSent') }],
    ['taken back', { kind: 'sending', body: '' }, {}, { failure: failureFor('notSent') }],
    ['unknown', { kind: 'unknown', failure }, {}, { failure }],
  ])('%s', async (_, state, more, want) => {
    expect(await read(state, more)).toStrictEqual([{ ...item, ...want }]);
  });

  it('comes out with what the service said when it made the task, where nobody waits', async () => {
    const [outcome] = outcomesOf(await read(made));
    expect(outcome).toMatchObject({ paid: 'yes', json: { id: '7', status: 'pending', cost: 3 } });
  });
});
