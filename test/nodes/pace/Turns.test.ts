import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../nodes/pace/Turns.ts';
import { urgencies, type Urgency } from '../../../nodes/pace/urgency.ts';

interface Entry {
  name: string;
  urgency: Urgency;
  flow: string;
  wasRefused: boolean;
}

const entry = (name: string, more: Partial<Entry> = {}): Entry => ({
  name,
  urgency: 'create',
  flow: 'a',
  wasRefused: false,
  ...more,
});

const all = () => true;

describe('Turns', () => {
  it('lets a request that was refused go before the others of its execution, and of no other', () => {
    const turns = new Turns<Entry>();
    turns.add(entry('a0'));
    turns.add(entry('b0', { flow: 'b' }));
    turns.add(entry('again', { wasRefused: true }));
    expect([1, 2, 3].map(() => turns.take(all)!.name)).toEqual(['again', 'b0', 'a0']);
  });

  it('passes over those whose urgency cannot go now', () => {
    const turns = new Turns<Entry>();
    turns.add(entry('create'));
    turns.add(entry('look', { urgency: 'routine' }));
    expect(turns.take((urgency) => urgency !== 'create')!.name).toBe('look');
    expect(turns.take((urgency) => urgency !== 'create')).toBeUndefined();
    expect(turns.isEmpty).toBe(false);
  });

  it('starves no urgency, however many of the others there always are', () => {
    for (const mine of urgencies) {
      const turns = new Turns<Entry>();
      turns.add(entry('me', { urgency: mine, flow: 'me' }));
      for (let departures = 0; ; departures += 1) {
        for (const urgency of urgencies) turns.add(entry('other', { urgency }));
        if (turns.take(all)!.name === 'me') break;
        expect(departures).toBeLessThan(50);
      }
    }
  });

  it('loses nobody, serves nobody twice, and nobody who has left', () => {
    const step = fc.record({
      does: fc.constantFrom('add', 'add', 'delete', 'take'),
      urgency: fc.constantFrom(...urgencies),
      flow: fc.constantFrom('a', 'b', 'c'),
      wasRefused: fc.boolean(),
      which: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const turns = new Turns<Entry>();
        const waiting = new Set<Entry>();
        const take = () => {
          const next = turns.take(all);
          if (next !== undefined) expect(waiting.delete(next)).toBe(true);
          return next;
        };
        for (const { does, which, ...more } of steps) {
          if (does === 'add') {
            const one = entry('', more);
            waiting.add(one);
            turns.add(one);
          } else if (does === 'take') take();
          else {
            const one = [...waiting][which % Math.max(1, waiting.size)];
            if (one !== undefined) turns.delete(one);
            if (one !== undefined) waiting.delete(one);
          }
          expect(new Set(turns)).toEqual(waiting);
        }
        while (take() !== undefined);
        expect([waiting.size, turns.isEmpty]).toEqual([0, true]);
      }),
    );
  });
});
