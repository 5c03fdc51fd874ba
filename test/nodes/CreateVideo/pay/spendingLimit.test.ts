import { describe, expect, it } from 'vitest';
import type { Pass, Row } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import { periodAt, takePlaces } from '../../../../nodes/CreateVideo/pay/spendingLimit.ts';
import type { DedupStore } from '../../../../nodes/n8n/dedupStore.ts';

function memoryStore() {
  const entries = new Set<string>();
  let calls = 0;
  const store: DedupStore = {
    place: 'workflow/node',
    async record(asked) {
      calls += 1;
      const fresh = new Set(asked.filter((entry) => !entries.has(entry)));
      for (const entry of fresh) entries.add(entry);
      return fresh;
    },
    async remove(gone) {
      for (const entry of gone) entries.delete(entry);
    },
  };
  return { store, entries, callsOf: () => calls };
}

/** A pass with rows that are to be sent. */
function passOf(count: number, keys: string[] = []): Pass {
  const rows = Array.from({ length: count }, (_, at): Row => {
    const row: Row = {
      result: { kind: 'planned', body: '' },
      executionId: '1',
      request: '',
      atMs: 0,
    };
    return keys[at] === undefined ? row : { ...row, orderKey: keys[at] };
  });
  return {
    isOrdered: false,
    rows: Object.fromEntries(rows.entries()),
    pageSize: 10,
    failedTries: {},
  };
}
const limit = (videos: number) => ({ videos, per: 'month' }) as const;
const places = (...numbers: number[]) => numbers.map((at) => `video ${at} of 2030-01`);

describe('takePlaces', () => {
  it('takes a place for each row, until the period has no more', async () => {
    const { store, entries } = memoryStore();
    const pass = passOf(3);
    expect(await takePlaces(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.places).toEqual(places(1, 2, 3));
    const later = passOf(3);
    expect(await takePlaces(store, later, limit(5), '2030-01')).toMatchObject({
      reason: 'tooManyVideos',
      paid: 'no',
      message:
        'This would make 3 videos, but the Spending Limit of 5 per month leaves room for only 2',
      description: 'Nothing was charged. Run fewer rows, or raise Spending Limit in the options.',
    });
    expect(later.places).toBeUndefined();
    expect(entries.size).toBe(3);
    expect(await takePlaces(store, passOf(2), limit(5), '2030-01')).toBeUndefined();
    expect(await takePlaces(store, passOf(1), limit(5), '2030-01')).toMatchObject({
      message: 'This would make 1 video, but the Spending Limit of 5 per month is used up',
      description:
        'Nothing was charged. Raise Spending Limit in the options, or wait until next month.',
    });
  });

  it('counts rows with the same key, and what is not to be sent, as one and none', async () => {
    const { store } = memoryStore();
    const pass = passOf(4, ['a', 'a', 'b']);
    pass.rows[3]!.result = { kind: 'preview', fingerprint: '' };
    expect(await takePlaces(store, pass, limit(2), '2030-01')).toBeUndefined();
    expect(pass.places).toEqual(places(1, 2));
  });

  it('keeps the places that a pass has taken in the same period, and no others', async () => {
    const { store } = memoryStore();
    const pass = { ...passOf(3), places: [...places(4), 'video 1 of 2029-12'] };
    await store.record(pass.places);
    expect(await takePlaces(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.places).toEqual(places(4, 1, 2));
  });

  it('has room enough where a pass has more places than rows', async () => {
    const { store, callsOf } = memoryStore();
    const pass = { ...passOf(1), places: places(1, 2) };
    expect(await takePlaces(store, pass, limit(2), '2030-01')).toBeUndefined();
    expect(pass.places).toEqual(places(1, 2));
    expect(callsOf()).toBe(0);
  });

  it('finds places that were given back, and keeps periods apart', async () => {
    const { store } = memoryStore();
    await takePlaces(store, passOf(5), limit(5), '2030-01');
    await store.remove(places(2));
    const pass = passOf(1);
    expect(await takePlaces(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.places).toEqual(places(2));
    expect(await takePlaces(store, passOf(5), limit(5), '2030-02')).toBeUndefined();
  });

  it('takes the last place, and gives back what it has found too many', async () => {
    const { store, entries } = memoryStore();
    expect(await takePlaces(store, passOf(1), limit(1), '2030-01')).toBeUndefined();
    const pass = passOf(1);
    expect(await takePlaces(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.places).toEqual(places(2));
    expect([...entries]).toEqual(places(1, 2));
  });

  it('asks seldom where many places are taken', async () => {
    const { store, callsOf } = memoryStore();
    await takePlaces(store, passOf(4_000), limit(5_000), '2030');
    const before = callsOf();
    expect(await takePlaces(store, passOf(1), limit(5_000), '2030')).toBeUndefined();
    expect(callsOf() - before).toBeLessThanOrEqual(13);
  });
});

describe('periodAt', () => {
  const newYearsEve = Date.UTC(2030, 11, 31, 23, 30);
  it.each([
    ['day', 'UTC', '2030-12-31'],
    ['month', 'UTC', '2030-12'],
    ['day', 'Pacific/Kiritimati', '2031-01-01'],
    ['month', 'Pacific/Kiritimati', '2031-01'],
  ] as const)('is the %s at %s', (per, timeZone, period) => {
    expect(periodAt(newYearsEve, per, timeZone)).toBe(period);
  });
});
