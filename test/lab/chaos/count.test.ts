import { describe, expect, it } from 'vitest';
import { isHeld, tally, tellTally, type Outcome } from '../../../lab/chaos/count.ts';

const task = (id: string, prompt: string) => ({ id, prompt });
const nothing: Outcome = { delivered: [], resumedByPerson: [], told: [], underWay: 0 };

describe('tally', () => {
  it('counts what came out by itself, what a person brought back, and what one was told of', () => {
    const tasks = [task('1', 'a.'), task('2', 'b. execution 7.'), task('3', 'c.')];
    const counted = tally(['a.', 'b.', 'c.', 'd.'], tasks, {
      ...nothing,
      delivered: ['1', '1', '2'],
      resumedByPerson: ['2'],
      told: [
        { prompt: 'c.', reason: 'no call' },
        { prompt: 'd.', reason: 'nothing was charged' },
      ],
    });
    expect(counted).toEqual({
      created: 3,
      delivered: 1,
      resumedByPerson: 1,
      chargedTwice: 0,
      deliveredTwice: ['a.'],
      left: [{ prompt: 'c.', reason: 'no call' }],
      vanished: [],
    });
    expect(isHeld(counted)).toBe(true);
  });

  it('does not hold when a task neither arrived nor was told of', () => {
    const counted = tally(['a.'], [task('1', 'a.')], nothing);
    expect(counted.vanished).toEqual(['a.']);
    expect(isHeld(counted)).toBe(false);
  });

  it('does not hold when an order was paid for twice, whatever arrived', () => {
    const tasks = [task('1', 'a.'), task('2', 'b.'), task('3', 'b.')];
    const counted = tally(['a.', 'b.'], tasks, { ...nothing, delivered: ['1', '3'] });
    expect(isHeld(counted)).toBe(false);
    expect(tellTally(counted)).toBe(
      'created 2, delivered 2, resumed by a person 0, charged twice 1, left to a person 0',
    );
  });

  it('does not hold when nothing was made at all', () => {
    expect(isHeld(tally(['a.'], [], nothing))).toBe(false);
  });

  it('does not count the video of another order', () => {
    const tasks = [task('1', 'a.'), task('2', 'b.')];
    const counted = tally(['a.'], tasks, { ...nothing, delivered: ['2'] });
    expect(counted).toMatchObject({ created: 1, delivered: 0, vanished: ['a.'] });
  });
});
