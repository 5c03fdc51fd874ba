import { describe, expect, it } from 'vitest';
import type { StoredPasses } from '../../../../nodes/CreateVideo/pay/Ledger.ts';
import {
  countInRecord,
  countInStore,
  overLimit,
} from '../../../../nodes/CreateVideo/claim/limits.ts';
import { memoryStore } from './memoryStore.ts';

const videos = (...numbers: number[]) => numbers.map((at) => `video ${at} of 2030-01`);
const monthly = (most: number) => ({ most, per: 'month' }) as const;

/** Counters of pages that share a store. */
function month(most = 5) {
  const { store, entries, callsOf } = memoryStore();
  const open = (limit = most, period = '2030-01') => countInStore(store, monthly(limit), period);
  return { open, entries, callsOf, store };
}

describe('the videos of a month', () => {
  it('are taken from the lowest free one on, until there are no more', async () => {
    const { open, entries } = month();
    expect(await open().take(3)).toBe(3);
    expect([...entries]).toEqual(videos(1, 2, 3));
    expect(await open().take(3)).toBe(2);
    expect([...entries]).toEqual(videos(1, 2, 3));
    expect(await open().take(2)).toBe(2);
    expect(await open().take(1)).toBe(0);
    expect(await open().take(0)).toBe(0);
    expect(await open(5, '2030-02').take(5)).toBe(5);
  });

  it('are given back from the highest one down, and only those of the own page', async () => {
    const { open, entries } = month();
    await open().take(1);
    const page = open();
    await page.take(3);
    await page.giveBack(2);
    expect([...entries]).toEqual(videos(1, 2));
    await page.giveBack(9);
    expect([...entries]).toEqual(videos(1));
  });

  it('leave nothing behind where it is asked for room', async () => {
    const { open, entries } = month();
    await open().take(2);
    const { hasRoomFor } = open();
    expect([await hasRoomFor(3), await hasRoomFor(4), await hasRoomFor(6)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([...entries]).toEqual(videos(1, 2));
  });

  it('fill gaps, and find the last one', async () => {
    const { open, store, entries } = month();
    await open().take(5);
    await store.remove(videos(2, 5));
    expect(await open().take(2)).toBe(2);
    expect([...entries].toSorted()).toEqual(videos(1, 2, 3, 4, 5));
  });

  it('are seldom asked for where many are taken', async () => {
    const { open, callsOf } = month(5_000);
    await open().take(4_000);
    const before = callsOf();
    expect(await open().take(1)).toBe(1);
    expect(callsOf() - before).toBeLessThanOrEqual(13);
  });
});

describe('the videos of an execution', () => {
  const per = { most: 3, per: 'execution' } as const;
  const stored = (): StoredPasses => ({ passes: {} });

  it('are counted over all its passes, and in no other execution', async () => {
    const kept = stored();
    const first = countInRecord(kept, per, '7');
    expect(await first.take(2)).toBe(2);
    await first.giveBack(1);
    const second = countInRecord(kept, per, '7');
    expect([await second.hasRoomFor(2), await second.hasRoomFor(3)]).toEqual([true, false]);
    expect(await second.take(3)).toBe(2);
    expect(await second.take(2)).toBe(2);
    expect(await second.take(1)).toBe(0);
    expect(await countInRecord(kept, per, '8').take(3)).toBe(3);
  });

  it('are those of a call where n8n gives it no ID', async () => {
    const kept = stored();
    expect(await countInRecord(kept, per, '').take(3)).toBe(3);
    expect(await countInRecord(kept, per, '').take(3)).toBe(3);
  });

  it('that count more than the limit is now leave no room', async () => {
    const kept = stored();
    await countInRecord(kept, per, '7').take(3);
    expect(await countInRecord(kept, { ...per, most: 1 }, '7').take(1)).toBe(0);
  });
});

describe('overLimit', () => {
  it.each([
    [
      overLimit(3, 2, { most: 5, per: 'month' }),
      'This would make 3 videos, but the limit of 5 Videos per Month leaves room for only 2',
      'Raise Videos per Month in the options or run fewer rows.',
    ],
    [
      overLimit(1, 0, { most: 5, per: 'day' }),
      'This would make 1 video, but the limit of 5 Videos per Day is used up',
      'Raise Videos per Day in the options or wait until the next day.',
    ],
    [
      overLimit(2, 0, { most: 1, per: 'execution' }),
      'This would make 2 videos, but the limit of 1 Videos per Execution is used up',
      'Raise Videos per Execution in the options.',
    ],
  ])('says what there is room for, and what to do', (failure, message, step) => {
    expect(failure).toMatchObject({ reason: 'tooManyVideos', paid: 'no', message, step });
  });
});
