import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playsAllKinds } from '../../thorough.ts';
import { simulateN8n } from './simulateN8n.ts';

const minuteMs = 60_000;
const seconds = (min: number, max: number) =>
  fc.integer({ min, max }).map((count) => count * 1_000);

const executions = fc.array(
  fc.record({
    beginsAtMs: fc.oneof(fc.constant(0), seconds(0, 300), fc.integer({ min: 0, max: 3_000 })),
    lastsMs: fc.oneof(seconds(5, 120), seconds(60, 3_600), seconds(600, 7_200)),
    account: fc.constantFrom('one', 'one', 'other'),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

const histories = fc.record({
  executions,
  killedAtMs: fc.oneof(fc.integer({ min: 1, max: 60_000 }), seconds(10, 300), seconds(30, 3_000)),
  downMs: fc.constantFrom(5_000, 100_000, 15 * minuteMs),
  visitMs: fc.integer({ min: 5, max: 300 }),
  chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

describe('n8n is killed while executions sleep', () => {
  it('brings them home: within 4 minutes, or 20 where they fell asleep at last', async () => {
    let gaps = 0;
    let all = 0;
    const play = fc.asyncProperty(histories, async (history) => {
      const { killedAtMs, downMs, visitMs, chance } = history;
      const n8n = simulateN8n({ visitMs, random: () => chance });
      for (const [index, { beginsAtMs, ...one }] of history.executions.entries())
        if (beginsAtMs < killedAtMs)
          void n8n.pass(beginsAtMs).then(() => n8n.begin(`${index + 1}`, one));
      await n8n.pass(killedAtMs);
      n8n.kill();
      const asleep = [...n8n.rows.values()].filter(({ status }) => status === 'waiting');
      const accountsWithRoot = new Set(
        asleep.filter(({ kind }) => kind === 'root').map(({ account }) => account),
      );
      const kinds = new Map(asleep.map(({ id, kind }) => [id, kind]));
      expect(n8n.wentOff).toEqual([]);
      await n8n.pass(downMs);
      const startedAtMs = n8n.world.nowMs();
      void n8n.start();
      await n8n.pass(46 * minuteMs);
      // Nobody but roots is woken while n8n is not ready.
      expect(n8n.overdue.filter(({ id }) => kinds.get(id) !== 'root')).toEqual([]);
      for (const { id, account, sinceMs, backAtMs = Infinity } of asleep) {
        const isFresh = killedAtMs - sinceMs < 30_000;
        // The one that had stored the list was awake at that moment.
        const isGap = !accountsWithRoot.has(account);
        all += 1;
        if (isGap && !isFresh) gaps += 1;
        const limitMs = isFresh ? 20 * minuteMs : isGap ? 45 * minuteMs : 4 * minuteMs;
        const isHome = backAtMs - startedAtMs <= limitMs;
        expect([id, isHome || { isFresh, isGap, backAtMs: backAtMs - startedAtMs }]).toEqual([
          id,
          true,
        ]);
      }
    });
    await fc.assert(play, { numRuns: 150, seed: 7 });
    if (playsAllKinds()) expect(all).toBeGreaterThan(1_000);
    expect(gaps / all).toBeLessThan(0.02);
  });
});
