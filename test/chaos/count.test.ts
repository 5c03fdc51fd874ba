import { describe, expect, it } from 'vitest';
import { tally, tellTally, type Ended } from './count.ts';
import { seededRandom } from './random.ts';

const task = (id: string, prompt: string) => ({ id, prompt });
const ended = (prompt: string, deliveredTask?: string, more: Partial<Ended> = {}): Ended => ({
  prompt,
  status: deliveredTask === undefined ? 'crashed' : 'success',
  deliveredTask,
  text: `${prompt} ${deliveredTask}`,
  ...more,
});

describe('tally', () => {
  it('counts what came out by itself, and what a person brought back', () => {
    const tasks = [task('1', 'a'), task('2', 'b'), task('3', 'c')];
    const executions = [
      ended('a', '1'),
      ended('b', undefined, { text: 'task 2' }),
      ended('b', '2', { retryOf: '7' }),
      ended('c', undefined, { text: 'c' }),
    ];
    expect(tally(['a', 'b', 'c', 'd'], tasks, executions)).toEqual({
      created: 3,
      delivered: 1,
      resumedByPerson: 1,
      chargedTwice: 0,
      idUnknown: 1,
    });
  });

  it('does not count the video of another order', () => {
    const tasks = [task('1', 'a'), task('2', 'b'), task('3', 'b')];
    const counted = tally(['a', 'b'], tasks, [ended('a', '2'), ended('b', '3')]);
    expect(tellTally(counted)).toBe(
      'created 2, delivered 1, resumed by a person 0, charged twice 1, id unknown 1',
    );
  });
});

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    const numbers = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
    expect(numbers(1)).toEqual(numbers(1));
    expect(numbers(1)).not.toEqual(numbers(2));
    expect(numbers(1).every((number) => number >= 0 && number < 1)).toBe(true);
  });
});
