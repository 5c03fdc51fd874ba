import { describe, expect, it } from 'vitest';
import { firstSize, mostAtOnce } from '../../../nodes/pace/Pace.ts';
import { latencyMs, openGate } from './openGate.ts';

describe('requests at once', () => {
  it.each(['create', 'look'] as const)(
    'begin with a few, and double with each round of answers while all are taken: %s',
    async (kind) => {
      const { time, sendMany, sentAt } = openGate(() => ({}));
      sendMany(200, { kind });
      await time.passUntil();
      const rounds = [firstSize, 2 * firstSize, 4 * firstSize, 200 - 7 * firstSize];
      expect([0, 200, 400, 600].map(sentAt)).toEqual(rounds);
    },
  );

  it('are never more than n8n has a use for', async () => {
    const service = openGate(() => ({ latencyMs: 1_000 }));
    service.sendMany(3_000);
    await service.time.passUntil();
    expect([service.most, service.outcomes.length]).toEqual([mostAtOnce, 3_000]);
  });

  it('are half as many behind a refusal, and one more with each round from then on', async () => {
    const { time, sendMany, sentAt } = openGate((nth) => (nth <= 2 ? { verdict: 'refused' } : {}));
    // The refused one alone has told of no rate, so nothing but their number holds them up.
    sendMany(1);
    await time.passUntil(300);
    sendMany(200);
    await time.passUntil();
    // At 700 and 1,900 ms one tries, and tells nothing of their number; at 4,100 it is taken; then 8, 9, 10.
    const rounds = [0, 1, 2, 3].map((nth) => sentAt(4_100 + nth * latencyMs));
    expect(rounds).toEqual([1, firstSize / 2, firstSize / 2 + 1, firstSize / 2 + 2]);
  });

  it('are half as many when a connection breaks, once for all that were under way', async () => {
    const { time, sendMany, sentAt } = openGate((nth) =>
      nth < 1.5 * firstSize ? { verdict: 'broken' } : {},
    );
    sendMany(40);
    await time.passUntil();
    // The second round breaks too; the others are taken.
    expect([200, 400, 800].map(sentAt)).toEqual([firstSize / 2, firstSize / 4, firstSize / 4 + 1]);
  });

  it('are no more while answers take longer with their number: a queue inside the service', async () => {
    const service = openGate((nth) => (nth === 0 ? {} : { latencyMs: 3_000 }));
    service.sendMany(200);
    await service.time.passUntil();
    // The first answer was quick.
    expect([service.most, service.outcomes.length]).toEqual([firstSize + 1, 200]);
  });

  it('are as many as before when n8n’s event loop was held up: that is no refusal', async () => {
    const { time, sendMany, sentAt } = openGate(() => ({}));
    sendMany(100);
    await time.passUntil(100);
    time.holdUp(1_500);
    await time.passUntil();
    expect(sentAt(1_600)).toBe(2 * firstSize);
  });

  it('are no more in a silence, for nobody knows what becomes of them; then they go on', async () => {
    const timedOut = { verdict: 'broken', latencyMs: 300_000 } as const;
    const { time, sendMany, sentAtMs, outcomes } = openGate((nth) =>
      nth < firstSize ? timedOut : {},
    );
    sendMany(200);
    await time.passUntil();
    expect(sentAtMs()[firstSize]).toBe(300_000);
    expect(outcomes).toHaveLength(200);
  });
});
