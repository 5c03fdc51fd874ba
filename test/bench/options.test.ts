import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

const read = (...args: string[]) => readOptions(args, ['lag', 'size']);

describe('readOptions', () => {
  it('takes all measures five times when nothing is said', () => {
    expect(read()).toEqual({ runs: 5, only: [], resume: false, report: false, help: false });
  });

  it('takes the measures that are named', () => {
    expect(read('--only', 'size,lag', '--runs', '2')).toMatchObject({
      only: ['size', 'lag'],
      runs: 2,
    });
  });

  it('refuses a measure that does not exist', () => {
    expect(() => read('--only', 'lag,speed')).toThrow(
      'Expected --only to name lag, size, got "speed"',
    );
  });

  it.each(['0', '1.5', 'many'])('refuses %s runs', (runs) => {
    expect(() => read('--runs', runs)).toThrow('Expected --runs to be a whole number above 0');
  });
});
