import { describe, expect, it } from 'vitest';
import { periodAt, takePlaces } from '../../../../nodes/CreateVideo/pay/spendingLimit.ts';
import type { DedupStore } from '../../../../nodes/n8n/dedupStore.ts';

function memoryStore() {
  const entries = new Set<string>();
  const store: DedupStore = {
    place: 'workflow/node',
    async record(asked) {
      const fresh = new Set(asked.filter((entry) => !entries.has(entry)));
      for (const entry of fresh) entries.add(entry);
      return fresh;
    },
    async remove(gone) {
      for (const entry of gone) entries.delete(entry);
    },
  };
  return { store, entries };
}

describe('takePlaces', () => {
  it('takes as many places as are wanted, until the period has no more', async () => {
    const { store, entries } = memoryStore();
    const taken = await takePlaces(store, '2030-01', 3, 5);
    expect(taken).toEqual({
      places: ['video 1 of 2030-01', 'video 2 of 2030-01', 'video 3 of 2030-01'],
    });
    expect(await takePlaces(store, '2030-01', 3, 5)).toEqual({ left: 2 });
    expect(entries.size).toBe(3);
    expect(await takePlaces(store, '2030-01', 2, 5)).toMatchObject({ places: { length: 2 } });
    expect(await takePlaces(store, '2030-01', 1, 5)).toEqual({ left: 0 });
  });

  it('finds places that were given back, and keeps periods apart', async () => {
    const { store } = memoryStore();
    await takePlaces(store, '2030-01', 5, 5);
    await store.remove(['video 2 of 2030-01']);
    expect(await takePlaces(store, '2030-01', 1, 5)).toEqual({ places: ['video 2 of 2030-01'] });
    expect(await takePlaces(store, '2030-02', 5, 5)).toMatchObject({ places: { length: 5 } });
  });

  it('asks seldom where many places are taken', async () => {
    const { store } = memoryStore();
    await takePlaces(store, '2030', 4_000, 5_000);
    let calls = 0;
    const counted = {
      ...store,
      record: async (asked: readonly string[]) => {
        calls += 1;
        return await store.record(asked);
      },
    };
    expect(await takePlaces(counted, '2030', 1, 5_000)).toMatchObject({ places: { length: 1 } });
    expect(calls).toBeLessThanOrEqual(13);
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
