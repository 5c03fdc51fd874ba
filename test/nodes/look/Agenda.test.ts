import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda, slotFor, type Slot } from '../../../nodes/look/Agenda.ts';

describe('Agenda', () => {
  it('gives equal times in the order in which they were set', () => {
    const agenda = new Agenda<string>();
    const [a, b, c] = [slotFor('a'), slotFor('b'), slotFor('c')];
    for (const slot of [a, b, c, a]) agenda.set(slot, 5);
    expect(agenda.first).toBe('b');
    agenda.delete(b);
    expect(agenda.first).toBe('c');
    agenda.delete(c);
    expect(agenda.first).toBe('a');
    agenda.delete(a);
    agenda.delete(a);
    expect(agenda.first).toBeUndefined();
    expect(agenda.firstAtMs).toBe(Infinity);
  });

  it('always knows the earliest, whatever is set, moved and deleted', () => {
    const changes = fc.array(fc.tuple(fc.nat(20), fc.option(fc.integer({ min: -50, max: 50 }))));
    fc.assert(
      fc.property(changes, (all) => {
        const agenda = new Agenda<number>();
        const slots = Array.from({ length: 21 }, (_, thing): Slot<number> => slotFor(thing));
        const times = new Map<number, number>();
        for (const [thing, atMs] of all) {
          if (atMs === null) {
            agenda.delete(slots[thing]!);
            times.delete(thing);
          } else {
            agenda.set(slots[thing]!, atMs);
            times.set(thing, atMs);
          }
          expect(agenda.size).toBe(times.size);
          expect(agenda.firstAtMs).toBe(Math.min(...times.values(), Infinity));
          if (agenda.first !== undefined) expect(times.get(agenda.first)).toBe(agenda.firstAtMs);
        }
      }),
    );
  });
});
