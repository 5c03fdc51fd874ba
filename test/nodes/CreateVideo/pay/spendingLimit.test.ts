import { describe, expect, it } from 'vitest';
import type { LedgerRow, Pass } from '../../../../nodes/CreateVideo/pay/Pass.ts';
import { periodAt, reserveVideos } from '../../../../nodes/CreateVideo/pay/spendingLimit.ts';
import { memoryStore } from './memoryStore.ts';

/** A pass with rows that are to be sent. */
function passOf(count: number, keys: string[] = []): Pass {
  const rows = Array.from({ length: count }, (_, at): LedgerRow => ({
    ...{ result: { kind: 'planned', body: '' }, executionId: '1', fingerprint: '', atMs: 0 },
    orderKey: keys[at],
  }));
  return { isOrdered: false, rows, pageSize: 10, failedTries: {} };
}
const limit = (videos: number) => ({ videos, per: 'month' }) as const;
const videos = (...numbers: number[]) => numbers.map((at) => `video ${at} of 2030-01`);

describe('reserveVideos', () => {
  it('reserves a video for each row, until the period has no more', async () => {
    const { store, entries } = memoryStore();
    const pass = passOf(3);
    expect(await reserveVideos(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.reserved).toEqual(videos(1, 2, 3));
    const later = passOf(3);
    expect(await reserveVideos(store, later, limit(5), '2030-01')).toMatchObject({
      reason: 'tooManyVideos',
      paid: 'no',
      message:
        'This would make 3 videos, but the Spending Limit of 5 per month leaves room for only 2',
      description: 'Nothing was charged. Raise Spending Limit in the options or run fewer rows.',
    });
    expect(later.reserved).toBeUndefined();
    expect(entries.size).toBe(3);
    expect(await reserveVideos(store, passOf(2), limit(5), '2030-01')).toBeUndefined();
    expect(await reserveVideos(store, passOf(1), limit(5), '2030-01')).toMatchObject({
      message: 'This would make 1 video, but the Spending Limit of 5 per month is used up',
      description:
        'Nothing was charged. Raise Spending Limit in the options or wait until the next month.',
    });
  });

  it('counts rows with the same key, and what is not to be sent, as one and none', async () => {
    const { store } = memoryStore();
    const pass = passOf(4, ['a', 'a', 'b']);
    pass.rows[3]!.result = { kind: 'preview' };
    expect(await reserveVideos(store, pass, limit(2), '2030-01')).toBeUndefined();
    expect(pass.reserved).toEqual(videos(1, 2));
  });

  it('keeps what a pass has reserved in the same period, and no others', async () => {
    const { store } = memoryStore();
    const pass = { ...passOf(3), reserved: [...videos(4), 'video 1 of 2029-12'] };
    await store.record(pass.reserved);
    expect(await reserveVideos(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.reserved).toEqual(videos(4, 1, 2));
  });

  it('has room enough where a pass has reserved more than it has rows', async () => {
    const { store, callsOf } = memoryStore();
    const pass = { ...passOf(1), reserved: videos(1, 2) };
    expect(await reserveVideos(store, pass, limit(2), '2030-01')).toBeUndefined();
    expect(pass.reserved).toEqual(videos(1, 2));
    expect(callsOf()).toBe(0);
  });

  it('finds videos that were given back, and keeps periods apart', async () => {
    const { store } = memoryStore();
    await reserveVideos(store, passOf(5), limit(5), '2030-01');
    await store.remove(videos(2));
    const pass = passOf(1);
    expect(await reserveVideos(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.reserved).toEqual(videos(2));
    expect(await reserveVideos(store, passOf(5), limit(5), '2030-02')).toBeUndefined();
  });

  it('reserves the last video, and gives back what it has found too many', async () => {
    const { store, entries } = memoryStore();
    expect(await reserveVideos(store, passOf(1), limit(1), '2030-01')).toBeUndefined();
    const pass = passOf(1);
    expect(await reserveVideos(store, pass, limit(5), '2030-01')).toBeUndefined();
    expect(pass.reserved).toEqual(videos(2));
    expect([...entries]).toEqual(videos(1, 2));
  });

  it('asks seldom where many videos are reserved', async () => {
    const { store, callsOf } = memoryStore();
    await reserveVideos(store, passOf(4_000), limit(5_000), '2030');
    const before = callsOf();
    expect(await reserveVideos(store, passOf(1), limit(5_000), '2030')).toBeUndefined();
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
