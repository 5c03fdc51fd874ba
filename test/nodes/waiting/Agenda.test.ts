import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda } from '../../../nodes/waiting/Agenda.ts';

describe('Agenda', () => {
  it('gives equal times in the order in which they were set', () => {
    const agenda = new Agenda<string>();
    for (const thing of ['a', 'b', 'c', 'a']) agenda.set(thing, 5);
    const order = [];
    for (; agenda.first; agenda.delete(agenda.first.thing)) order.push(agenda.first.thing);
    expect(order).toEqual(['b', 'c', 'a']);
    expect(agenda.firstAtMs).toBe(Infinity);
  });

  it('always knows the earliest, whatever is set, moved and deleted', () => {
    const changes = fc.array(fc.tuple(fc.nat(20), fc.option(fc.integer({ min: -50, max: 50 }))));
    fc.assert(
      fc.property(changes, (all) => {
        const agenda = new Agenda<number>();
        const times = new Map<number, number>();
        for (const [thing, atMs] of all) {
          if (atMs === null) {
            agenda.delete(thing);
            times.delete(thing);
          } else {
            agenda.set(thing, atMs);
            times.set(thing, atMs);
          }
          expect(agenda.size).toBe(times.size);
          expect(agenda.firstAtMs).toBe(Math.min(...times.values(), Infinity));
          if (agenda.first) expect(times.get(agenda.first.thing)).toBe(agenda.firstAtMs);
        }
      }),
    );
  });
});
