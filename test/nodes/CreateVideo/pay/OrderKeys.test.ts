import { describe, expect, it } from 'vitest';
import { OrderKeys, type Claims } from '../../../../nodes/CreateVideo/pay/OrderKeys.ts';
import type { Outcome } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import type { DedupStore } from '../../../../nodes/n8n/dedupStore.ts';

const made: Outcome = { kind: 'accepted', task: { id: 'task-1' } };
const failure = { reason: '', paid: 'unknown', message: '', description: '' } as const;
const refused: Outcome = { kind: 'notCreated', failure };
const forgotten = { kind: 'notCreated', failure: { reason: 'orderedBefore', paid: 'no' } };

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * n8n's store as several processes use it: read, then written, without a lock. A write wipes out what
 * was written since it has read.
 */
function sharedStore(pausesBeforeWrite: () => number = () => 1) {
  let entries: string[] = [];
  const change = async (work: (before: string[]) => string[]) => {
    const before = [...entries];
    await turn();
    const after = work(before);
    for (let left = pausesBeforeWrite(); left > 0; left--) await turn();
    entries = after;
  };
  const open = (): DedupStore => ({
    place: 'workflow/node',
    async record(asked) {
      let fresh = new Set<string>();
      await change((before) => {
        fresh = new Set(asked.filter((entry) => !before.includes(entry)));
        return [...before, ...fresh];
      });
      return fresh;
    },
    async remove(gone) {
      await change((before) => before.filter((entry) => !gone.includes(entry)));
    },
  });
  return {
    open,
    get entries() {
      return entries;
    },
  };
}

/** A process of n8n, for which settling takes longer than any write of the others. */
const startProcess = (settleTurns = 20) => {
  const sleep = async () => {
    for (let left = settleTurns; left > 0; left--) await turn();
  };
  return new OrderKeys({ sleep, random: Math.random });
};

const rowsOf = (...keys: string[]) => keys.map((orderKey, itemIndex) => ({ itemIndex, orderKey }));
const ownRows = ({ before }: Claims, rows: number) =>
  Array.from({ length: rows }, (_, row) => row).filter((row) => !before.has(row));

describe('OrderKeys in one process', () => {
  it('gives a key to one of all who come at once', async () => {
    const store = sharedStore().open();
    const keys = startProcess();
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => keys.claim(store, rowsOf('a'), false)),
    );
    expect(claims.filter(({ before }) => before.size === 0)).toHaveLength(1);
  });

  it('tells the others what came of the order, as soon as that is known', async () => {
    const store = sharedStore().open();
    const keys = startProcess();
    const first = await keys.claim(store, rowsOf('a'), false);
    const second = await keys.claim(store, rowsOf('a'), false);
    first.settle(0, made);
    expect(await second.before.get(0)).toEqual({ kind: 'orderedBefore', taskId: 'task-1' });
  });

  it.each([
    [
      { ...failure, taskId: 'task-2' },
      { kind: 'orderedBefore', taskId: 'task-2' },
    ],
    [failure, forgotten],
  ])(
    'knows the task of an order of which little is known by its ID alone',
    async (known, result) => {
      const store = sharedStore().open();
      const keys = startProcess();
      const first = await keys.claim(store, rowsOf('a'), false);
      first.settle(0, { kind: 'unknown', failure: known });
      await first.close();
      const second = await keys.claim(store, rowsOf('a'), false);
      expect(await second.before.get(0)).toMatchObject(result);
    },
  );

  it('keeps the keys of different nodes apart', async () => {
    const shared = sharedStore();
    const keys = startProcess();
    const first = await keys.claim(shared.open(), rowsOf('a'), false);
    first.settle(0, made);
    const other = { ...shared.open(), place: 'copied workflow/node' };
    const second = await keys.claim(other, rowsOf('a'), false);
    expect(await second.before.get(0)).toMatchObject(forgotten);
  });

  it('gives the second of two rows with one key to the first', async () => {
    const claims = await startProcess().claim(sharedStore().open(), rowsOf('a', 'a', 'b'), false);
    expect(ownRows(claims, 3)).toEqual([0, 2]);
  });

  it('frees the keys of what was not taken, and keeps the others', async () => {
    const shared = sharedStore();
    const keys = startProcess();
    const claims = await keys.claim(shared.open(), rowsOf('a', 'b', 'c'), false);
    const waiting = await keys.claim(shared.open(), rowsOf('a', 'b', 'c'), false);
    claims.settle(0, made);
    claims.settle(1, refused);
    await claims.close();
    expect(shared.entries).toEqual(['order a']);
    expect(await waiting.before.get(1)).toBeUndefined();
    expect(await waiting.before.get(2)).toBeUndefined();
    expect(ownRows(await keys.claim(shared.open(), rowsOf('b'), false), 1)).toEqual([0]);
  });

  it('lets the others go on where a key cannot be freed', async () => {
    const store = sharedStore().open();
    const keys = startProcess();
    const broken = { ...store, remove: () => Promise.reject(new Error('no database')) };
    const claims = await keys.claim(broken, rowsOf('a'), false);
    const waiting = await keys.claim(store, rowsOf('a'), false);
    await claims.close();
    expect(await waiting.before.get(0)).toBeUndefined();
    const later = await keys.claim(store, rowsOf('a'), false);
    expect(await later.before.get(0)).toMatchObject(forgotten);
  });

  it('hears nothing of rows without a key, nor twice of one', async () => {
    const store = sharedStore().open();
    const keys = startProcess();
    const claims = await keys.claim(store, rowsOf('a'), false);
    claims.settle(9, made);
    claims.settle(0, made);
    claims.settle(0, { kind: 'unknown', failure });
    const second = await keys.claim(store, rowsOf('a'), false);
    expect(await second.before.get(0)).toMatchObject({ taskId: 'task-1' });
  });

  it('works on one store in turn, and on several side by side', async () => {
    const keys = startProcess();
    const log: string[] = [];
    const work = async (place: string, name: string) =>
      await keys.inTurn({ ...sharedStore().open(), place }, async () => {
        log.push(`${name} begins`);
        await turn();
        log.push(`${name} ends`);
        if (name === 'a') throw new Error('no database');
      });
    const first = work('one', 'a');
    await Promise.all([expect(first).rejects.toThrow(), work('one', 'b'), work('other', 'c')]);
    expect(log.indexOf('b begins')).toBeGreaterThan(log.indexOf('a ends'));
    expect(log.indexOf('c begins')).toBeLessThan(log.indexOf('a ends'));
  });

  it('says that an order of an earlier process was taken, and knows no task of it', async () => {
    const shared = sharedStore();
    await startProcess().claim(shared.open(), rowsOf('a'), false);
    const claims = await startProcess().claim(shared.open(), rowsOf('a'), false);
    expect(await claims.before.get(0)).toMatchObject(forgotten);
  });

  it('goes on where the store has failed once', async () => {
    const shared = sharedStore();
    const keys = startProcess();
    const broken = { ...shared.open(), record: () => Promise.reject(new Error('no database')) };
    await expect(keys.claim(broken, rowsOf('a'), false)).rejects.toThrow('no database');
    expect(ownRows(await keys.claim(shared.open(), rowsOf('a'), false), 1)).toEqual([0]);
  });
});

describe('OrderKeys in several processes', () => {
  it('gives each key to one process, although their writes wipe out each other’s', async () => {
    let seed = 1;
    const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let history = 0; history < 40; history++) {
      const shared = sharedStore(() => Math.floor(chance() * 6));
      const processes = Array.from({ length: 3 }, () => startProcess());
      const claims = await Promise.all(
        processes.map((keys) => keys.claim(shared.open(), rowsOf('a', 'b', 'c'), true)),
      );
      const owners = [0, 1, 2].map((row) => claims.filter(({ before }) => !before.has(row)).length);
      expect(owners).toEqual([1, 1, 1]);
    }
  });

  it('claims once more what another’s write has wiped out', async () => {
    const shared = sharedStore();
    const one = startProcess();
    const other = startProcess();
    const [ofOne, ofOther] = await Promise.all([
      one.claim(shared.open(), rowsOf('a'), true),
      other.claim(shared.open(), rowsOf('b'), true),
    ]);
    expect([ownRows(ofOne, 1), ownRows(ofOther, 1)]).toEqual([[0], [0]]);
    expect(shared.entries).toEqual(expect.arrayContaining(['order a', 'order b']));
  });

  it('sends nothing where it cannot be sure of a key', async () => {
    const shared = sharedStore();
    const store = shared.open();
    let asked = 0;
    const removed: string[] = [];
    const forgetful = {
      ...store,
      record: async (entries: readonly string[]) => (asked++, new Set(entries)),
      remove: async (entries: readonly string[]) => void removed.push(...entries),
    };
    await expect(startProcess(0).claim(forgetful, rowsOf('a'), true)).rejects.toThrow(
      'n8n’s database is too busy to remember these orders',
    );
    expect(asked).toBe(11);
    expect(removed).toEqual(['order a']);
  });
});
