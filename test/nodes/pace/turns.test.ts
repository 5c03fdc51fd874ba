import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../nodes/pace/turns.ts';
import { urgencies, type Urgency } from '../../../nodes/pace/urgency.ts';

const all = () => true;

/** Everybody who waits, in the order of their turns. */
function drain<Entry>(turns: Turns<Entry>): Entry[] {
  const taken: Entry[] = [];
  for (let next = turns.take(all); next !== undefined; next = turns.take(all)) taken.push(next);
  return taken;
}

describe('Turns', () => {
  it('serves the more urgent first, but for one in five', () => {
    const turns = new Turns<string>();
    for (let n = 0; n < 6; n++) turns.join('routine', 'a', `look ${n}`);
    for (let n = 0; n < 6; n++) turns.join('create', 'b', `create ${n}`);
    expect(drain(turns).slice(0, 6)).toEqual([
      ...['create 0', 'create 1', 'create 2', 'create 3'],
      'look 0',
      'create 4',
    ]);
  });

  it('lets flows take turns, and keeps the order within each', () => {
    const turns = new Turns<string>();
    for (let n = 0; n < 3; n++) turns.join('create', 'a', `a${n}`);
    turns.join('create', 'b', 'b0');
    turns.join('create', 'c', 'c0');
    expect(drain(turns)).toEqual(['a0', 'b0', 'c0', 'a1', 'a2']);
  });

  it('lets a request that was refused go before the others of its flow', () => {
    const turns = new Turns<string>();
    turns.join('create', 'a', 'a0');
    turns.join('create', 'b', 'b0');
    turns.join('create', 'a', 'again', true);
    expect(drain(turns)).toEqual(['again', 'b0', 'a0']);
  });

  it('passes over those whose urgency cannot go now', () => {
    const turns = new Turns<string>();
    turns.join('create', 'a', 'create');
    turns.join('routine', 'a', 'look');
    expect(turns.take((urgency) => urgency !== 'create')).toBe('look');
    expect(turns.take((urgency) => urgency !== 'create')).toBeUndefined();
    expect(turns.size).toBe(1);
  });

  it('loses nobody, serves nobody twice, and nobody who has left', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('join' as const),
        urgency: fc.constantFrom(...urgencies),
        flow: fc.constantFrom('a', 'b', 'c', 'd'),
        inFront: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('leave' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('take' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const turns = new Turns<number>();
        const waiting = new Map<number, () => void>();
        const served: number[] = [];
        const take = () => {
          const next = turns.take(all);
          if (next === undefined) return false;
          expect(waiting.delete(next)).toBe(true);
          served.push(next);
          return true;
        };
        for (const [n, one] of steps.entries()) {
          if (one.kind === 'join')
            waiting.set(n, turns.join(one.urgency, one.flow, n, one.inFront));
          else if (one.kind === 'take') take();
          else {
            const entries = [...waiting];
            const entry = entries[one.which % Math.max(entries.length, 1)];
            entry?.[1]();
            if (entry) waiting.delete(entry[0]);
          }
          expect(turns.size).toBe(waiting.size);
        }
        while (take());
        expect(waiting.size).toBe(0);
        expect(new Set(served).size).toBe(served.length);
      }),
    );
  });

  it('starves nobody: whoever waits goes before everyone of the others has gone a few times', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...urgencies),
        fc.array(fc.constantFrom(...urgencies), { minLength: 1, maxLength: 4 }),
        (mine, others) => {
          const turns = new Turns<Urgency | 'me'>();
          const refill = () => others.forEach((urgency) => turns.join(urgency, 'them', urgency));
          for (let n = 0; n < 50; n++) refill();
          turns.join(mine, 'me', 'me');
          let departures = 0;
          while (turns.take(all) !== 'me') {
            refill();
            departures += 1;
            expect(departures).toBeLessThan(100);
          }
        },
      ),
    );
  });

  it('gives flows that always have something the same number of turns', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 50, max: 500 }), { minLength: 2, maxLength: 8 }),
        (sizes) => {
          const turns = new Turns<number>();
          sizes.forEach((size, flow) => {
            for (let n = 0; n < size; n++) turns.join('create', `${flow}`, flow);
          });
          const counts = new Array<number>(sizes.length).fill(0);
          for (let n = 0; n < 20 * sizes.length; n++) counts[turns.take(all)!]! += 1;
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
