import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Queue } from '../../../nodes/pace/Queue.ts';

const entry = (name: string, flow = 'a') => ({ name, flow });
type Entry = ReturnType<typeof entry>;

describe('Queue', () => {
  it('lets a request that was refused go before the others of its execution, and of no other', () => {
    const queue = new Queue<Entry>();
    queue.add(entry('a0'), false);
    queue.add(entry('b0', 'b'), false);
    queue.add(entry('again'), true);
    expect([1, 2, 3].map(() => queue.take()!.name)).toEqual(['again', 'b0', 'a0']);
  });

  it('loses nobody, serves nobody twice, and nobody who has left', () => {
    const step = fc.record({
      does: fc.constantFrom('add', 'add', 'delete', 'take'),
      flow: fc.constantFrom('a', 'b', 'c'),
      wasRefused: fc.boolean(),
      which: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const queue = new Queue<Entry>();
        const waiting = new Set<Entry>();
        const take = () => {
          const next = queue.take();
          if (next !== undefined) expect(waiting.delete(next)).toBe(true);
          return next;
        };
        for (const { does, which, flow, wasRefused } of steps) {
          const one = does === 'add' ? entry('', flow) : [...waiting][which % (waiting.size || 1)];
          if (does === 'take') take();
          else if (one !== undefined && does === 'add') {
            waiting.add(one);
            queue.add(one, wasRefused);
          } else if (one !== undefined) {
            waiting.delete(one);
            queue.delete(one);
          }
          expect(new Set(queue.all)).toEqual(waiting);
        }
        while (take() !== undefined);
        expect([waiting.size, queue.isEmpty]).toEqual([0, true]);
      }),
    );
  });
});
