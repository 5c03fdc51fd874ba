import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../nodes/CreateVideo/order/planItems.ts';
import { Ledger, type StoredPasses } from '../../../nodes/CreateVideo/pay/Ledger.ts';
import { endTry, placeOrders } from '../../../nodes/CreateVideo/placeOrders.ts';
import { outcomesOf, toWaitItems } from '../../../nodes/CreateVideo/toWaitItems.ts';
import type { Failure } from '../../../nodes/outcomes/Failure.ts';
import { orderingOf } from './ordering.ts';

const failure: Failure = { reason: 'refused', paid: 'no', message: 'm', step: 'd' };
const refused = { kind: 'notCreated', failure } as const;
const wrong: Plan = { result: refused, fingerprint: '' };
const row: Plan = { result: { kind: 'planned', body: '{}' }, fingerprint: '{}' };
const limits = [{ most: 1, per: 'day' }] as const;

/** One visit of an execution, which orders these rows and notes what it did. */
function open(
  {
    stored = { passes: {} },
    executionId = '1',
    plans = [row] as Plan[],
  }: {
    stored?: StoredPasses;
    executionId?: string;
    plans?: Plan[];
  } = {},
  more: Parameters<typeof orderingOf>[1] = {},
) {
  const ledger = new Ledger(stored, { executionId, passName: 'start', isTool: false });
  const done: string[] = [];
  const ordering = orderingOf(ledger, {
    ...{ executionId, planItems: async () => plans },
    send: async () => (done.push('send'), { kind: 'accepted', task: { id: 'a' } }),
    store: async () => (done.push('store'), true),
    hint: (words) => void done.push(words),
    ...more,
  });
  const place = async (form: object = {}) => {
    const read = async () => ({ problems: [], limits: [], stayAwake: false, ...form });
    const isStored = await placeOrders(ordering, read);
    const items = await toWaitItems(ledger.pass);
    if (!isStored) endTry(ordering, outcomesOf(items));
    return isStored;
  };
  return { place, done, stored, kinds: () => ledger.rows.map(({ result }) => result.kind) };
}

describe('placeOrders', () => {
  it('orders a single row at once, and stores a table before its first row is sent', async () => {
    const single = open();
    expect(await single.place()).toBe(false);
    expect(single.done).toEqual(['send']);
    const table = open({ plans: [row, row] });
    expect(await table.place()).toBe(true);
    expect(table.done).toEqual(['store', expect.stringMatching(/: 2 of 2 rows are left\./)]);
    const next = open({ stored: table.stored }, { isWoken: true });
    // A visit that sends a page reads no form.
    expect(await next.place({ limits })).toBe(false);
    expect(next.done).toEqual(['send', 'send']);
  });

  it('stores a single row before it is sent, in any pass but the execution’s first', async () => {
    const { place, done } = open({}, { isFirstPass: false });
    expect(await place()).toBe(true);
    expect(done[0]).toBe('store');
    const awake = open({}, { isFirstPass: false });
    expect(await awake.place({ stayAwake: true })).toBe(false);
  });

  it('finds out whether n8n can store it before a single row is paid', async () => {
    const { place, done } = open({}, { canStore: async () => done.push('ask') > 1 });
    await place();
    expect(done).toEqual(['ask', 'send']);
  });

  it('stores no table that is to stay awake, or that n8n cannot store', async () => {
    const awake = open({ plans: [row, row] });
    expect(await awake.place({ stayAwake: true })).toBe(false);
    const unstored = open({ plans: [row, row] }, { canStore: async () => false });
    expect(await unstored.place()).toBe(false);
    for (const { done } of [awake, unstored]) expect(done).toEqual(['send', 'send']);
  });

  it('sends nothing where a row is wrong and the node stops, and the others where it goes on', async () => {
    const plans = [row, wrong];
    const stops = open({ plans }, { stopOnFailure: true });
    await expect(stops.place()).rejects.toMatchObject({
      failure: { rows: [{}, {}] },
      itemIndex: 1,
    });
    expect([stops.done, stops.kinds()]).toEqual([[], ['planned', 'notCreated']]);
    const goesOn = open({ plans });
    expect(await goesOn.place({ stayAwake: true })).toBe(false);
    expect(goesOn.kinds()).toEqual(['accepted', 'notCreated']);
  });

  it('sends no row where the limit has no room for all', async () => {
    const { place, done, kinds } = open({ plans: [row, row] }, { checkRoom: async () => failure });
    await place({ limits });
    expect([done, kinds()]).toEqual([[], ['notCreated', 'notCreated']]);
    // A single row takes its room, or not, when it is claimed.
    const without = open({}, { checkRoom: async () => failure });
    await without.place({ limits });
    expect(without.kinds()).toEqual(['accepted']);
  });

  it('shows what is only to be shown, and sends it never', async () => {
    const { place, done, kinds } = open({
      plans: [{ result: { kind: 'preview' }, fingerprint: '{}' }, row],
    });
    await place({ stayAwake: true });
    expect([done, kinds()]).toEqual([['send'], ['preview', 'accepted']]);
  });

  it('goes on behind a lost page although the node stops on errors, and fails in the end', async () => {
    const plans = Array<Plan>(12).fill(row);
    const { stored, place } = open({ plans });
    await place();
    const retried = open({ stored, plans, executionId: '2' }, { stopOnFailure: true });
    expect(await retried.place()).toBe(true);
    const next = open({ stored, executionId: '2' }, { stopOnFailure: true, isWoken: true });
    await expect(next.place()).rejects.toMatchObject({
      failure: { reason: 'lostPage', paid: 'yes' },
    });
    expect(next.kinds()).toEqual([...Array(10).fill('unknown'), 'accepted', 'accepted']);
  });

  it('sends nothing where n8n has lost what was ordered before the sleep', async () => {
    const { place, done } = open({}, { isWoken: true });
    await expect(place()).rejects.toMatchObject({
      failure: { reason: 'lostBatch', paid: 'unknown' },
    });
    expect(done).toEqual([]);
  });

  it('ends Retry On Fail after its tries, though n8n counts anew behind a sleep', async () => {
    const stored: StoredPasses = { passes: {} };
    let sent = 0;
    const send = async () => ((sent += 1), refused);
    const again = async (executionId: string) => {
      const { place } = open({ stored, executionId }, { send, mostTries: 2, stopOnFailure: true });
      await expect(place()).rejects.toMatchObject({ failure });
      return sent;
    };
    expect([await again('1'), await again('1'), await again('1')]).toEqual([1, 2, 2]);
    // A person's Retry is another execution.
    expect(await again('2')).toBe(3);
  });
});
