import { describe, expect, it } from 'vitest';
import { countInStore } from '../../../../nodes/CreateVideo/claim/limits.ts';
import { Orders, type PageClaim } from '../../../../nodes/CreateVideo/claim/Orders.ts';
import type { RowState } from '../../../../nodes/CreateVideo/order/orderOutcome.ts';
import type { DedupStore } from '../../../../nodes/n8n/dedupStore.ts';
import { sharedStore, turn } from './store.ts';

const made: RowState = { kind: 'accepted', task: { id: 'task-1' } };
const failure = { reason: '', paid: 'unknown', message: '', step: '' } as const;
const refused: RowState = { kind: 'notCreated', failure };
const before = { kind: 'orderedBefore', isChanged: false };

/** A process of n8n, for which settling takes longer than any write of the others. */
const startProcess = (settleTurns = 20, nowMs = () => 0) => {
  const sleep = async () => {
    for (let left = settleTurns; left > 0; left--) await turn();
  };
  return new Orders({ nowMs, sleep });
};

const claim = (orders: Orders, store: DedupStore, ...keys: string[]) =>
  orders.claim(store, rowsOf(...keys), 'pass');
const rowsOf = (...keys: string[]) =>
  keys.map((orderKey, itemIndex) => ({ itemIndex, orderKey, fingerprint: '{}' }));
const ownRows = ({ against }: PageClaim, rows: number) =>
  Array.from({ length: rows }, (_, row) => row).filter((row) => !against.has(row));

const planned: RowState = { kind: 'planned', body: '' };
/** Closes claims with what became of their rows. */
const close = async (claims: PageClaim, ...results: RowState[]) =>
  await claims.close((itemIndex) => results[itemIndex] ?? planned);

describe('Orders in one process', () => {
  it('gives a key to one of all who come at once, tells the others to ask later, and claims all in one', async () => {
    const shared = sharedStore();
    const orders = startProcess();
    const keys = Array.from({ length: 40 }, (_, at) => (at < 20 ? 'a' : `${at}`));
    const claims = await Promise.all(keys.map((key) => claim(orders, shared.open(), key)));
    expect(claims.map(({ against }) => against.get(0))).toEqual([
      undefined,
      ...Array<string>(19).fill('underWay'),
      ...Array<undefined>(20).fill(undefined),
    ]);
    expect(shared.calls).toBe(1);
  });

  it.each<[string, RowState, unknown]>([
    ['its task', made, { ...before, taskId: 'task-1' }],
    [
      'its ID, of an order of which little else is known',
      { kind: 'unknown', failure: { ...failure, taskId: 'task-2' } },
      { ...before, taskId: 'task-2' },
    ],
    ['that nobody knows what became of it', { kind: 'unknown', failure }, 'claimed'],
  ])('tells others with the same key of an order %s', async (_, state, told) => {
    const store = sharedStore().open();
    const orders = startProcess();
    const first = await claim(orders, store, 'a');
    await close(first, state);
    const later = await claim(orders, store, 'a');
    expect(later.against.get(0)).toEqual(told);
    const [other] = rowsOf('a');
    const changed = await orders.claim(store, [{ ...other!, fingerprint: '{"n":1}' }], 'pass');
    const isChanged = told !== 'claimed';
    expect(changed.against.get(0)).toEqual(isChanged ? { ...Object(told), isChanged } : told);
  });

  it('frees the keys of what was not taken, and keeps the others', async () => {
    const shared = sharedStore();
    const orders = startProcess();
    const claims = await claim(orders, shared.open(), 'a', 'b', 'c');
    await close(claims, made, refused);
    expect(shared.entries).toEqual(['order a', 'made a', 'asked a {}']);
    expect(ownRows(await claim(orders, shared.open(), 'b'), 1)).toEqual([0]);
    expect(ownRows(await claim(orders, shared.open(), 'c'), 1)).toEqual([0]);
  });

  it('lets the others go on where a key cannot be freed, which nobody knows of then', async () => {
    const store = sharedStore().open();
    const orders = startProcess();
    const broken = { ...store, remove: () => Promise.reject(new Error('no database')) };
    await close(await claim(orders, broken, 'a'), refused);
    expect((await claim(orders, store, 'a')).against.get(0)).toBe('claimed');
  });

  it('knows a row without a key again in its own pass alone, unless it was not taken', async () => {
    const shared = sharedStore();
    const rows = [0, 1].map((itemIndex) => ({ itemIndex, fingerprint: '{}' }));
    const orders = startProcess();
    await close(await orders.claim(shared.open(), rows, 'pass'), made, refused);
    const again = await orders.claim(shared.open(), rows, 'pass');
    expect(ownRows(again, 2)).toEqual([1]);
    expect(again.against.get(0)).toBe(made);
    expect(ownRows(await orders.claim(shared.open(), rows, 'next'), 2)).toEqual([0, 1]);
    expect(shared.entries).toEqual([]);
  });

  it('remembers 10,000 keys, however many rows without one come after them', async () => {
    const store = sharedStore().open();
    const orders = startProcess();
    await close(await claim(orders, store, 'a'), made);
    const rows = Array.from({ length: 10_001 }, (_, itemIndex) => ({ itemIndex, fingerprint: '' }));
    const many = await orders.claim(store, rows, 'pass');
    await many.close(() => made);
    expect((await claim(orders, store, 'a')).against.get(0)).toMatchObject({ taskId: 'task-1' });
  });

  it('claims nothing where the store cannot be used', async () => {
    const store = sharedStore().open();
    const orders = startProcess();
    const broken = { ...store, record: () => Promise.reject(new Error('no database')) };
    await expect(claim(orders, broken, 'a')).rejects.toThrow('no database');
    expect(ownRows(await claim(orders, store, 'a'), 1)).toEqual([0]);
  });
});

describe.each([false, true])('keys of an earlier process (shared: %s)', (isShared) => {
  it('come out as ordered before where they were made, and as claimed where nobody knows', async () => {
    const shared = sharedStore();
    const earlier = startProcess();
    await close(await claim(earlier, shared.open(isShared), 'a', 'b'), made, made);
    await claim(earlier, shared.open(isShared), 'c');
    const rows = rowsOf('a', 'b', 'c', 'd');
    rows[1]!.fingerprint = '{"changed":true}';
    for (let night = 0; night < 2; night++) {
      const claims = await startProcess().claim(shared.open(isShared), rows, 'pass');
      expect([0, 1, 2, 3].map((row) => claims.against.get(row))).toEqual([
        before,
        { ...before, isChanged: true },
        'claimed',
        undefined,
      ]);
      await close(claims);
    }
    const kept = shared.entries.filter((entry) => !/^(claim|test) /.test(entry));
    expect(kept.toSorted()).toEqual(
      ['asked a {}', 'asked b {}', 'made a', 'made b', 'order a', 'order b', 'order c'].toSorted(),
    );
  });
});

describe('the limits of a page', () => {
  const month = { most: 3, per: 'month' } as const;
  const day = { most: 2, per: 'day' } as const;
  const open = (limits: Array<typeof month | typeof day>) => {
    const shared = sharedStore();
    const store = shared.open();
    const counters = () => limits.map((limit) => countInStore(store, limit, limit.per));
    const claimRows = (orders: Orders, ...keys: string[]) =>
      orders.claim(store, rowsOf(...keys), 'pass', counters());
    const places = () => shared.entries.filter((entry) => entry.startsWith('video'));
    return { shared, store, counters, claimRows, places };
  };

  it('are taken for rows whose key is free, given back for what was not taken, and keep no other row from being sent', async () => {
    const { claimRows, places, shared } = open([month, day]);
    const orders = startProcess();
    await close(await claimRows(orders, 'a', 'd'), made, refused);
    const taken = ['video 1 of month', 'video 1 of day'];
    expect(places()).toEqual(taken);
    const claims = await claimRows(orders, 'a', 'b', 'c');
    expect(claims.against.get(0)).toMatchObject(before);
    for (const row of [1, 2])
      expect(claims.against.get(row)).toMatchObject({ failure: { reason: 'tooManyVideos' } });
    await close(claims, refused, refused, refused);
    expect(places()).toEqual(taken);
    expect(shared.entries).not.toContain('order b');
    expect(ownRows(await claimRows(orders, 'b'), 1)).toEqual([0]);
    expect(places()).toHaveLength(4);
  });

  it('are checked for all rows of a run, of which only those with a free key count', async () => {
    const { store, counters, claimRows, shared } = open([month, day]);
    const orders = startProcess();
    await close(await claimRows(orders, 'a'), made);
    const entries = [...shared.entries];
    const check = (...keys: string[]) =>
      startProcess().checkRoom(store, rowsOf(...keys), counters());
    expect(await check('a', 'b')).toBeUndefined();
    expect(await check('a', 'b', 'b')).toBeUndefined();
    expect((await check('a', 'b', 'c'))?.message).toMatch(
      /make 2 .* 2 Videos per Day leaves room for only 1/,
    );
    expect((await check('a', 'b', 'c', 'd'))?.message).toMatch(/make 3 .* 3 Videos per Month/);
    expect(shared.entries).toEqual(entries);
  });
});

describe('Orders in several processes', () => {
  it('gives each key to one process and frees what was not taken, although writes wipe out others’', async () => {
    let seed = 1;
    const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let history = 0; history < 200; history++) {
      const shared = sharedStore(() => Math.floor(chance() * 6));
      const order = async (own: string) => {
        for (let left = Math.floor(chance() * 10); left > 0; left--) await turn();
        const claims = await startProcess().claim(shared.open(true), rowsOf('a', 'b', own), 'pass');
        await close(claims, made, refused);
        return claims;
      };
      const claims = await Promise.all(['c', 'd', 'e'].map(order));
      expect(claims.filter(({ against }) => !against.has(0))).toHaveLength(1);
      expect(claims.filter(({ against }) => !against.has(2))).toHaveLength(3);
      const kept = shared.entries.filter((entry) => entry.startsWith('order'));
      expect(kept).toEqual(['order a']);
    }
  });

  it('sends nothing where it took so long that others may have ended their wait', async () => {
    const shared = sharedStore();
    let nowMs = 0;
    const slow = startProcess(20, () => (nowMs += 1_000));
    await expect(slow.claim(shared.open(true), rowsOf('a'), 'pass')).rejects.toThrow(
      'n8n’s database is too busy to remember these orders',
    );
    expect(shared.entries).not.toContain('order a');
  });

  it('records once more what was ordered, should somebody have written over it', async () => {
    const shared = sharedStore();
    const claims = await startProcess().claim(shared.open(true), rowsOf('a', 'b'), 'pass');
    await shared.open().remove(['order a', 'order b']);
    await close(claims, made, refused);
    expect(shared.entries).toContain('order a');
    expect(shared.entries).not.toContain('order b');
  });

  it('sends nothing where it cannot be sure of a key', async () => {
    let asked = 0;
    const removed: string[] = [];
    const forgetful = {
      ...sharedStore().open(true),
      record: async (entries: readonly string[]) => (
        (asked += Math.sign(entries.length)),
        new Set(entries)
      ),
      remove: async (entries: readonly string[]) => void removed.push(...entries),
    };
    await expect(startProcess(0).claim(forgetful, rowsOf('a'), 'pass')).rejects.toThrow(
      'n8n’s database is too busy to remember these orders',
    );
    expect(asked).toBe(11);
    expect(removed).toContain('order a');
  });
});
