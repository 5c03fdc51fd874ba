import { describe, expect, it } from 'vitest';
import { LoopShare, routineShare } from '../../../nodes/pace/LoopShare.ts';
import type { Urgency } from '../../../nodes/pace/urgency.ts';

/**
 * Lets as many requests go as there is room for in this time, on an n8n that takes so long to come
 * round, and notes when they went.
 */
async function goOnFor(durationMs: number, roundMs: number, urgency: Urgency) {
  let nowMs = 0;
  let turns = 0;
  const world = {
    nowMs: () => nowMs,
    sleep: async () => {
      nowMs += roundMs;
    },
  };
  const share = new LoopShare(world, () => (turns += 1));
  const atMs: number[] = [];
  while (nowMs < durationMs) {
    if (share.isOthersTurn) await new Promise((resolve) => setImmediate(resolve));
    else if (share.opensAtMs(urgency) > nowMs) nowMs = share.opensAtMs(urgency);
    else {
      atMs.push(nowMs);
      share.noteDeparture(urgency);
    }
  }
  return { atMs, turns };
}

/** How much of the time n8n was busy with turns, of those after a first second. */
const busyShare = (atMs: number[], roundMs: number, perTurn: number) =>
  ((atMs.filter((at) => at > 1000).length / perTurn) * roundMs) /
  (Math.max(...atMs) - Math.min(...atMs.filter((at) => at > 1000)));

describe('LoopShare', () => {
  it.each([1, 4, 30])(
    'leaves four fifths of the time to others, with turns that take %s ms',
    async (roundMs) => {
      const { atMs } = await goOnFor(60_000, roundMs, 'routine');
      const share = busyShare(atMs, roundMs, 2);
      expect(share).toBeGreaterThan(0.9 * routineShare);
      expect(share).toBeLessThan(1.1 * routineShare);
    },
  );

  it('looks at a batch of a hundred at once', async () => {
    const { atMs } = await goOnFor(1_000, 2, 'routine');
    expect(atMs[99]).toBeLessThan(150);
  });

  it.each(['create', 'lastLook', 'likelyEnd'] as const)(
    'lets a %s go as soon as others had their turn',
    async (urgency) => {
      const { atMs, turns } = await goOnFor(10_000, 4, urgency);
      expect(turns).toBeGreaterThanOrEqual(2_499);
      expect(atMs.length).toBeGreaterThanOrEqual(8 * 2_499);
    },
  );

  it('goes on in each turn of an n8n that is too busy', async () => {
    const { atMs } = await goOnFor(120_000, 3_000, 'routine');
    expect(atMs).toHaveLength(2 * (120_000 / 3_000));
  });
});
