import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countInRecord,
  countInStore,
  type CountedVideos,
  overLimit,
} from '../../../../nodes/CreateVideo/claim/limits.ts';
import type { Limit } from '../../../../nodes/CreateVideo/fields/options.ts';
import { howMany } from '../../../thorough.ts';
import { sharedStore } from './store.ts';

const perExecution = { most: 5, per: 'execution' } as const;

/** Counters of pages that share a store. */
function month(most = 5) {
  const shared = sharedStore(() => 0);
  const store = shared.open();
  const open = (period = '2030-01') => countInStore(store, { most, per: 'month' }, period);
  return { open, shared, store };
}
/** Counters of pages that share a record. */
function execution() {
  const stored: CountedVideos = {};
  const open = (executionId = '7', most = 5) =>
    countInRecord(stored, { ...perExecution, most }, executionId);
  return { open };
}

describe('the videos of a limit', () => {
  it.each([
    ['a month', month],
    ['an execution', execution],
  ])('are all or none, whatever pages of %s take and give back', async (_, begin) => {
    const page = fc.record({ wanted: fc.nat(7), kept: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { maxLength: 6 }), async (pages) => {
        const { open } = begin();
        let left = 5;
        for (const { wanted, kept } of pages) {
          const counter = open();
          expect(await counter.take(wanted)).toBe(Math.min(wanted, left));
          if (wanted <= left) {
            await counter.giveBack(wanted - Math.min(kept, wanted));
            left -= Math.min(kept, wanted);
          }
          for (let videos = 0; videos <= 6; videos++)
            expect(await open().hasRoomFor(videos)).toBe(videos <= left);
        }
      }),
      { numRuns: howMany(60, 500) },
    );
  });

  it('fill the gaps of their month, and find its last one', async () => {
    const { open, store, shared } = month();
    await open().take(5);
    await store.remove(['video 2 of 2030-01', 'video 5 of 2030-01']);
    expect(await open().take(2)).toBe(2);
    expect(shared.entries.toSorted()).toEqual(
      [1, 2, 3, 4, 5].map((at) => `video ${at} of 2030-01`),
    );
    expect(await open('2030-02').take(5)).toBe(5);
  });

  it('are seldom asked for where many are taken', async () => {
    const { open, shared } = month(5_000);
    await open().take(4_000);
    const before = shared.calls;
    expect(await open().take(1)).toBe(1);
    expect(shared.calls - before).toBeLessThanOrEqual(13);
  });

  it('are those of one execution, or of one call where n8n gives it no ID, and of the limit as it is now', async () => {
    const { open } = execution();
    for (const executionId of ['7', '8', '', '']) expect(await open(executionId).take(5)).toBe(5);
    await open('7').take(3);
    expect(await open('7', 1).take(1)).toBe(0);
  });
});

describe('overLimit', () => {
  it.each<[wanted: number, left: number, Limit['per'], message: string, step: string]>([
    [
      3,
      2,
      'month',
      '3 videos, but the limit of 5 Videos per Month leaves room for only 2',
      ' or run fewer rows',
    ],
    [
      1,
      0,
      'day',
      '1 video, but the limit of 5 Videos per Day is used up',
      ' or wait until the next day',
    ],
    [2, 0, 'execution', '2 videos, but the limit of 5 Videos per Execution is used up', ''],
  ])('says of %i videos with room for %i per %s what to do', (wanted, left, per, message, step) => {
    const failure = overLimit(wanted, left, { most: 5, per });
    expect(failure).toMatchObject({ reason: 'tooManyVideos', paid: 'no' });
    expect(failure.message).toBe(`This would make ${message}`);
    const option = `Videos per ${per.charAt(0).toUpperCase()}${per.slice(1)}`;
    expect(failure.step).toBe(`Raise ${option} in the options${step}.`);
  });
});
