import { describe, expect, it } from 'vitest';
import { Orders, type Claims } from '../../../../nodes/CreateVideo/pay/Orders.ts';
import type { RowResult } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import type { DedupStore } from '../../../../nodes/n8n/dedupStore.ts';

const made: RowResult = { kind: 'accepted', task: { id: 'task-1' } };
const failure = { reason: '', paid: 'unknown', message: '', description: '' } as const;
const refused: RowResult = { kind: 'notCreated', failure };
const forgotten = { kind: 'notCreated', failure: { reason: 'orderedBefore', paid: 'no' } };

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * n8n's store as several processes use it: read, then written, without a lock. A write wipes out what
 * was written since it has read.
 */
function sharedStore(pausesBeforeWrite: () => number = () => 1) {
  const shared = { entries: [] as string[], calls: 0 };
  const change = async (work: (before: string[]) => string[]) => {
    shared.calls += 1;
    const before = [...shared.entries];
    await turn();
    const after = work(before);
    for (let left = pausesBeforeWrite(); left > 0; left--) await turn();
    shared.entries = after;
  };
  const open = (isShared = false): DedupStore => ({
    nodePath: 'workflow/node',
    isShared,
    async record(asked) {
      let fresh = new Set<string>();
      await change((before) => {
        fresh = new Set(asked.filter((entry) => !before.includes(entry)));
        return [...before, ...fresh];
      });
      return fresh;
    },
    async remove(gone) {
      if (gone.length > 0)
        await change((before) => before.filter((entry) => !gone.includes(entry)));
    },
  });
  return Object.assign(shared, { open });
}

/** A process of n8n, for which settling takes longer than any write of the others. */
const startProcess = (settleTurns = 20, nowMs = () => 0) => {
  const sleep = async () => {
    for (let left = settleTurns; left > 0; left--) await turn();
  };
  return new Orders({ nowMs, sleep, random: Math.random });
};

const claim = (orders: Orders, store: DedupStore, ...keys: string[]) =>
  orders.claim(store, rowsOf(...keys), 'pass');
const rowsOf = (...keys: string[]) => keys.map((orderKey, itemIndex) => ({ itemIndex, orderKey }));
const ownRows = ({ before }: Claims, rows: number) =>
  Array.from({ length: rows }, (_, row) => row).filter((row) => !before.has(row));

const planned: RowResult = { kind: 'planned', body: '' };
/** Closes claims with what became of their rows. */
const close = async (claims: Claims, ...results: RowResult[]) =>
  await claims.close((itemIndex) => results[itemIndex] ?? planned);

describe('Orders in one process', () => {
  it('gives a key to one of all who come at once, with one call', async () => {
    const shared = sharedStore();
    const store = shared.open();
    const orders = startProcess();
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(orders, store, 'a')));
    expect(claims.filter(({ before }) => before.size === 0)).toHaveLength(1);
    expect(shared.calls).toBe(1);
  });

  it.each<[string, RowResult, object]>([
    ['its task', made, { kind: 'orderedBefore', taskId: 'task-1' }],
    [
      'its ID, of an order of which little else is known',
      { kind: 'unknown', failure: { ...failure, taskId: 'task-2' } },
      { kind: 'orderedBefore', taskId: 'task-2' },
    ],
    ['that nobody knows its ID', { kind: 'unknown', failure }, forgotten],
  ])('tells others with the same key of an order %s', async (_, result, told) => {
    const store = sharedStore().open();
    const orders = startProcess();
    const first = await claim(orders, store, 'a');
    const waiting = await claim(orders, store, 'a');
    await close(first, result);
    const later = await claim(orders, store, 'a');
    expect(await waiting.before.get(0)).toMatchObject(told);
    expect(await later.before.get(0)).toMatchObject(told);
  });

  it('keeps the keys of different nodes apart', async () => {
    const shared = sharedStore();
    const orders = startProcess();
    await close(await claim(orders, shared.open(), 'a'), made);
    const other = { ...shared.open(), nodePath: 'copied workflow/node' };
    const second = await claim(orders, other, 'a');
    expect(await second.before.get(0)).toMatchObject(forgotten);
  });

  it('gives the second of two rows with one key to the first', async () => {
    const claims = await claim(startProcess(), sharedStore().open(), 'a', 'a', 'b');
    expect(ownRows(claims, 3)).toEqual([0, 2]);
  });

  it('frees the keys of what was not taken, and keeps the others', async () => {
    const shared = sharedStore();
    const orders = startProcess();
    const claims = await claim(orders, shared.open(), 'a', 'b', 'c');
    const waiting = await claim(orders, shared.open(), 'a', 'b', 'c');
    // Another claim is being made, one waits for its turn, and one joins that.
    const others = [claim(orders, shared.open(), 'd')];
    await turn();
    others.push(claim(orders, shared.open(), 'e'));
    const closed = close(claims, made, refused);
    const joined = await claim(orders, shared.open(), 'b');
    await Promise.all([...others, closed]);
    expect(await joined.before.get(0)).toBeUndefined();
    expect(shared.entries).toEqual(['order a', 'order d', 'order e']);
    expect(await waiting.before.get(1)).toBeUndefined();
    expect(await waiting.before.get(2)).toBeUndefined();
    expect(ownRows(await claim(orders, shared.open(), 'b'), 1)).toEqual([0]);
  });

  it('lets the others go on where a key cannot be freed', async () => {
    const store = sharedStore().open();
    const orders = startProcess();
    const broken = { ...store, remove: () => Promise.reject(new Error('no database')) };
    const claims = await claim(orders, broken, 'a');
    const waiting = await claim(orders, store, 'a');
    await close(claims, refused);
    expect(await waiting.before.get(0)).toBeUndefined();
    const later = await claim(orders, store, 'a');
    expect(await later.before.get(0)).toMatchObject(forgotten);
  });

  it('knows a row without a key again in its own pass alone, unless it was not taken', async () => {
    const shared = sharedStore();
    const rows = [{ itemIndex: 0 }, { itemIndex: 1 }];
    const orders = startProcess();
    await close(await orders.claim(shared.open(), rows, 'pass'), made, refused);
    const again = await orders.claim(shared.open(), rows, 'pass');
    expect(ownRows(again, 2)).toEqual([1]);
    expect(await again.before.get(0)).toBe(made);
    expect(ownRows(await orders.claim(shared.open(), rows, 'next'), 2)).toEqual([0, 1]);
    expect(shared.calls).toBe(0);
  });

  it('works on one store in turn, and on several side by side', async () => {
    const orders = startProcess();
    const log: string[] = [];
    const work = async (nodePath: string, name: string) =>
      await orders.inTurn({ ...sharedStore().open(), nodePath }, async () => {
        log.push(`${name} begins`);
        await turn();
        log.push(`${name} ends`);
        if (name === 'a') throw new Error('no database');
      });
    const first = work('one', 'a');
    const behind = first.catch(() => work('one', 'd'));
    await Promise.all([expect(first).rejects.toThrow(), work('one', 'b'), work('other', 'c')]);
    await behind;
    expect(log.indexOf('b begins')).toBeGreaterThan(log.indexOf('a ends'));
    expect(log.indexOf('d begins')).toBeGreaterThan(log.indexOf('b ends'));
    expect(log.indexOf('c begins')).toBeLessThan(log.indexOf('a ends'));
  });

  it.each([false, true])('knows no task of an earlier process (shared: %s)', async (isShared) => {
    const shared = sharedStore();
    await claim(startProcess(), shared.open(isShared), 'a');
    const claims = await claim(startProcess(), shared.open(isShared), 'a');
    expect(await claims.before.get(0)).toMatchObject(forgotten);
    expect(shared.calls).toBe(isShared ? 3 : 2);
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
      expect(claims.filter(({ before }) => !before.has(0))).toHaveLength(1);
      expect(claims.filter(({ before }) => !before.has(2))).toHaveLength(3);
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
      record: async (entries: readonly string[]) => (asked++, new Set(entries)),
      remove: async (entries: readonly string[]) => void removed.push(...entries),
    };
    await expect(startProcess(0).claim(forgetful, rowsOf('a'), 'pass')).rejects.toThrow(
      'n8n’s database is too busy to remember these orders',
    );
    expect(asked).toBe(11);
    expect(removed).toContain('order a');
  });
});
